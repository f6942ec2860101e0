/// The name that a learning platform gives to what a pupil handed in, in the archive that it hands out.
///
///     Yusuf Demir_12369_assignsubmission_file_Exercise05.swift    Moodle, as files
///     Yusuf Demir_12369_assignsubmission_file_                    Moodle, as folders
///     demiryusuf_LATE_12369_67890_Exercise05.swift                Canvas
struct PlatformName {
    /// The pupil's name, as the platform writes it.
    let pupil: String
    /// The platform's number of the pupil or of what was handed in, which tells two of one name apart.
    let id: String
    /// The pupil's own name of the file, or nil for a folder.
    let file: String?

    /// Reads a name, or returns nil if it has no platform's form.
    init?(_ name: String) {
        let moodle = #/(.+?)_([0-9]+)_assignsubmission_(?:file|onlinetext)(?:_(.*))?/#
        let canvas = #/([^_]+)(?:_LATE)?_([0-9]+)_[0-9]+_(.+)/#
        if let match = name.wholeMatch(of: moodle) {
            (pupil, id) = (String(match.1), String(match.2))
            file = match.3.flatMap { $0.isEmpty ? nil : String($0) }
        } else if let match = name.wholeMatch(of: canvas) {
            (pupil, id, file) = (String(match.1), String(match.2), String(match.3))
        } else {
            return nil
        }
    }
}
