// The command swift run maintain record writes this file from the steps of the lessons. Do not edit
// the cases by hand.

/// A step of a lesson, to which a message of the checks sends the learner.
///
/// A check names the step by its case, so the compiler refuses a step that does not exist:
///
///     "A subclass calls super.init(from:) \(.whatTheSuperclassDoes)"
///     // A subclass calls super.init(from:) (lesson 07, What the superclass does)
public enum LessonStep: String, CaseIterable, Codable, Sendable {
    // MARK: - Lesson 01

    case beforeCodable = "lesson 01, Before Codable"
    case decodeALaunch = "lesson 01, Decode a launch"
    case whereTheBytesComeFrom = "lesson 01, Where the bytes come from"
    case takeWhatYouNeed = "lesson 01, Take what you need"
    case typesThatComeForFree = "lesson 01, Types that come for free"
    case nestedObjectsNestedTypes = "lesson 01, Nested objects, nested types"
    case absentNullOrTheWrongType = "lesson 01, Absent, null or the wrong type"
    case aDefaultValue = "lesson 01, A default value"
    case arraysAndWrappersAtTheRoot = "lesson 01, Arrays and wrappers at the root"
    case backToJSON = "lesson 01, Back to JSON"
    case testWhatYouDecode = "lesson 01, Test what you decode"

    // MARK: - Lesson 02

    case convertFromSnakeCase = "lesson 02, Convert from snake case"
    case whereTheConversionEnds = "lesson 02, Where the conversion ends"
    case keysThatAreDataInLesson02 = "lesson 02, Keys that are data"
    case namesThatSayWhatYouMean = "lesson 02, Names that say what you mean"
    case whatTheCompilerWritesForYou = "lesson 02, What the compiler writes for you"
    case twoTrapsThatCompile = "lesson 02, Two traps that compile"
    case chooseAndLeaveOut = "lesson 02, Choose and leave out"
    case whereInitFromIsWritten = "lesson 02, Where init(from:) is written"
    case aStrategyOfYourOwnInLesson02 = "lesson 02, A strategy of your own"
    case twoNamesForOneProperty = "lesson 02, Two names for one property"
    case otherKeysOutThanIn = "lesson 02, Other keys out than in"

    // MARK: - Lesson 03

    case jsonHasNoDates = "lesson 03, JSON has no dates"
    case iso8601InOneWord = "lesson 03, ISO 8601 in one word"
    case fractionsOfASecond = "lesson 03, Fractions of a second"
    case theMachineMustNotMatter = "lesson 03, The machine must not matter"
    case lettersThatLookRight = "lesson 03, Letters that look right"
    case aLetterIsNotAZone = "lesson 03, A letter is not a zone"
    case aStrategyOfYourOwnInLesson03 = "lesson 03, A strategy of your own"
    case aDayIsNotAMoment = "lesson 03, A day is not a moment"
    case aFormatMadeOfNames = "lesson 03, A format made of names"
    case twoFormatsInOneDocument = "lesson 03, Two formats in one document"
    case whatSurvivesARoundTrip = "lesson 03, What survives a round trip"
    case oneDecoderForEachAPI = "lesson 03, One decoder for each API"

    // MARK: - Lesson 04

    case jsonHasNoWordForInfinity = "lesson 04, JSON has no word for infinity"
    case agreeOnThreeWords = "lesson 04, Agree on three words"
    case floatDoubleOrDecimal = "lesson 04, Float, Double or Decimal"
    case moneyIsNotADouble = "lesson 04, Money is not a Double"
    case aDecimalWrittenInSwift = "lesson 04, A Decimal written in Swift"
    case aPriceInAString = "lesson 04, A price in a string"
    case aNumberThatDoesNotFit = "lesson 04, A number that does not fit"
    case numbersInStrings = "lesson 04, Numbers in strings"
    case oneValueBothWays = "lesson 04, One value, both ways"
    case bytesTravelAsBase64 = "lesson 04, Bytes travel as base64"
    case hexadecimalLooksLikeBase64 = "lesson 04, Hexadecimal looks like base64"
    case aURLTakesAlmostAnything = "lesson 04, A URL takes almost anything"

    // MARK: - Lesson 05

    case aModelNeedNotMirrorItsDocument = "lesson 05, A model need not mirror its document"
    case twoLevelsDown = "lesson 05, Two levels down"
    case aParentThatIsNullOrAbsent = "lesson 05, A parent that is null or absent"
    case writeItBackInTheSameShape = "lesson 05, Write it back in the same shape"
    case anObjectFromAPlainString = "lesson 05, An object from a plain string"
    case keysThatAreDataInLesson05 = "lesson 05, Keys that are data"
    case keepTheKey = "lesson 05, Keep the key"
    case theOrderOfTheKeys = "lesson 05, The order of the keys"
    case theKeysOfADictionary = "lesson 05, The keys of a dictionary"
    case anObjectWhereAnArrayBelongs = "lesson 05, An object where an array belongs"
    case oneBadPhoto = "lesson 05, One bad photo"

    // MARK: - Lesson 06

    case anArrayInANestedObject = "lesson 06, An array in a nested object"
    case oneElementAfterAnother = "lesson 06, One element after another"
    case theObjectsOfAList = "lesson 06, The objects of a list"
    case twoValuesOfOneObject = "lesson 06, Two values of one object"
    case writeAListBack = "lesson 06, Write a list back"
    case placesInsteadOfKeys = "lesson 06, Places instead of keys"
    case tooFewAndTooMany = "lesson 06, Too few and too many"
    case mixedElementsInOneList = "lesson 06, Mixed elements in one list"
    case aValueWithThreeShapes = "lesson 06, A value with three shapes"
    case elementsThatFail = "lesson 06, Elements that fail"
    case keepWhatYouDrop = "lesson 06, Keep what you drop"
    case oneKeyInEachObject = "lesson 06, One key in each object"

    // MARK: - Lesson 07

    case whatASubclassInherits = "lesson 07, What a subclass inherits"
    case whatTheCompilerDemands = "lesson 07, What the compiler demands"
    case writeTheOtherHalf = "lesson 07, Write the other half"
    case whatTheSuperclassDoes = "lesson 07, What the superclass does"
    case twoClassesOneKey = "lesson 07, Two classes, one key"
    case underAKeyOfItsOwn = "lesson 07, Under a key of its own"
    case aSuperclassThatIsNotCodable = "lesson 07, A superclass that is not Codable"
    case anArrayOfPeople = "lesson 07, An array of people"
    case writeTheTag = "lesson 07, Write the tag"
    case beingAPersonOrHavingOne = "lesson 07, Being a person, or having one"
    case twoPartsInOneObject = "lesson 07, Two parts in one object"

    // MARK: - Lesson 08

    case oneTypeTwoVersions = "lesson 08, One type, two versions"
    case aKeyAndAValue = "lesson 08, A key and a value"
    case oneValueSaysWhatDiffers = "lesson 08, One value says what differs"
    case noOptionsIsAnError = "lesson 08, No options is an error"
    case readBothVersions = "lesson 08, Read both versions"
    case writeBothVersions = "lesson 08, Write both versions"
    case fiveHundredDays = "lesson 08, Five hundred days"
    case linksAtEveryDepth = "lesson 08, Links at every depth"
    case aDocumentInsideAString = "lesson 08, A document inside a string"
    case whatSwift6LetsIn = "lesson 08, What Swift 6 lets in"

    // MARK: - Lesson 09

    case missingOrNull = "lesson 09, Missing or null"
    case wrongTypeOrWrongValue = "lesson 09, Wrong type or wrong value"
    case matchCasesAndNeverTexts = "lesson 09, Match cases and never texts"
    case theFirstCaseThatFits = "lesson 09, The first case that fits"
    case aLineForTheLog = "lesson 09, A line for the log"
    case notJSONAtAll = "lesson 09, Not JSON at all"
    case goodJSONRefused = "lesson 09, Good JSON, refused"
    case anErrorOfYourOwn = "lesson 09, An error of your own"
    case anotherKeyOrAnotherType = "lesson 09, Another key or another type"
    case aCaseThatNobodyKnows = "lesson 09, A case that nobody knows"
    case wordsForPeople = "lesson 09, Words for people"
    case goOnAfterAnError = "lesson 09, Go on after an error"

    // MARK: - Lesson 10

    case aTypeForEachVersion = "lesson 10, A type for each version"
    case aFileFromTheFuture = "lesson 10, A file from the future"
    case theVersionComesFirst = "lesson 10, The version comes first"
    case renamedAndRetiredKeys = "lesson 10, Renamed and retired keys"
    case aChainOfMigrations = "lesson 10, A chain of migrations"
    case theFileThatMustStillOpen = "lesson 10, The file that must still open"
    case theOldFileOrTheNewOne = "lesson 10, The old file or the new one"
    case aPrivateFile = "lesson 10, A private file"
    case anEnvelopeForEveryReply = "lesson 10, An envelope for every reply"
    case aWrapperForDefaults = "lesson 10, A wrapper for defaults"
    case nullOrLeftOut = "lesson 10, Null or left out"
    case threeStatesOnTheWayOut = "lesson 10, Three states on the way out"

    // MARK: - Lesson 11

    case aModelThatMirrorsTheDocument = "lesson 11, A model that mirrors the document"
    case theModelSaysWhatTheAppMeans = "lesson 11, The model says what the app means"
    case thePrivateDocument = "lesson 11, The private document"
    case oneRequestForEveryResource = "lesson 11, One request for every resource"
    case theRequestLeavesTheMachine = "lesson 11, The request leaves the machine"
    case whatCountsAsAnAnswer = "lesson 11, What counts as an answer"
    case oneSourceOfTruth = "lesson 11, One source of truth"
    case aViewIsAFunction = "lesson 11, A view is a function"
    case aSentenceForEachFailure = "lesson 11, A sentence for each failure"
    case oneFailureSpoilsNothing = "lesson 11, One failure spoils nothing"
    case aRequestThatHangs = "lesson 11, A request that hangs"
    case theAPIChanges = "lesson 11, The API changes"

    // MARK: - Lesson 12

    case anotherFormatTheSameModel = "lesson 12, Another format, the same model"
    case aURLInAPropertyList = "lesson 12, A URL in a property list"
    case whatEachFormatLoses = "lesson 12, What each format loses"
    case jsonWrittenByPeople = "lesson 12, JSON written by people"
    case xmlOfAnotherKind = "lesson 12, XML of another kind"
    case whoAsksForAContainer = "lesson 12, Who asks for a container"
    case aDecoderForEachValue = "lesson 12, A decoder for each value"
    case everyValueIsAString = "lesson 12, Every value is a string"
    case absentEmptyOrNull = "lesson 12, Absent, empty or null"
    case oneElementAfterTheOther = "lesson 12, One element after the other"
    case aPlaceToWriteInto = "lesson 12, A place to write into"
    case twoContainersInOnePlace = "lesson 12, Two containers in one place"
    case aPartThatThrows = "lesson 12, A part that throws"
    case whatAQueryStringCannotSay = "lesson 12, What a query string cannot say"

    // MARK: - Lesson 13

    case whatADecodeCosts = "lesson 13, What a decode costs"
    case aThousandSmallDecodes = "lesson 13, A thousand small decodes"
    case whatAFormatterCosts = "lesson 13, What a formatter costs"
    case twoValuesOfForty = "lesson 13, Two values of forty"
    case aMappedFile = "lesson 13, A mapped file"
    case whatASliceHolds = "lesson 13, What a slice holds"
    case aFileInPieces = "lesson 13, A file in pieces"
    case aReaderOfLines = "lesson 13, A reader of lines"
    case theLastLine = "lesson 13, The last line"
    case aBrokenLineHasANumber = "lesson 13, A broken line has a number"
    case thePeakOfMemory = "lesson 13, The peak of memory"

    // MARK: - Lesson 14

    case stateThatSomebodyWatches = "lesson 14, State that somebody watches"
    case whatAListNeeds = "lesson 14, What a list needs"
    case observableAndCodableInOneClass = "lesson 14, Observable and Codable in one class"
    case isolatedByDefault = "lesson 14, Isolated by default"
    case decodeWhereNobodyWaits = "lesson 14, Decode where nobody waits"
    case loadItAgain = "lesson 14, Load it again"
    case twoSearches = "lesson 14, Two searches"
    case askWhichSearchIsWanted = "lesson 14, Ask which search is wanted"
    case sendJSON = "lesson 14, Send JSON"
    case askAgainWhereItHelps = "lesson 14, Ask again where it helps"
    case aKeyForOneServer = "lesson 14, A key for one server"
    case onlyWhatIsOnTheScreen = "lesson 14, Only what is on the screen"

    // MARK: - Lesson 15

    case enumsWithValues = "lesson 15, Enums with values"
    case newNamesOldDocuments = "lesson 15, New names, old documents"
    case aTagBesideTheData = "lesson 15, A tag beside the data"
    case noTagAtAll = "lesson 15, No tag at all"
    case anyJSON = "lesson 15, Any JSON"
    case anyJSONWrittenBack = "lesson 15, Any JSON, written back"
    case keepWhatYouDoNotKnow = "lesson 15, Keep what you do not know"
    case identifiersOfTheirOwnType = "lesson 15, Identifiers of their own type"
    case identifiersAsKeys = "lesson 15, Identifiers as keys"
    case typesThatHoldThemselves = "lesson 15, Types that hold themselves"
    case genericTypes = "lesson 15, Generic types"
    case typesOfOthers = "lesson 15, Types of others"

    // MARK: - Lesson 16

    case piecesAreNotRecords = "lesson 16, Pieces are not records"
    case halfALetter = "lesson 16, Half a letter"
    case serverSentEvents = "lesson 16, Server-sent events"
    case theEndOfAStream = "lesson 16, The end of a stream"
    case argumentsInPieces = "lesson 16, Arguments in pieces"
    case aDocumentInAFence = "lesson 16, A document in a fence"
    case anAnswerThatWasCut = "lesson 16, An answer that was cut"
    case aCallForATool = "lesson 16, A call for a tool"
    case whatTheModelIsTold = "lesson 16, What the model is told"
    case oneBracketMore = "lesson 16, One bracket more"
    case aGateBeforeTheDecoder = "lesson 16, A gate before the decoder"
    case whatALogMaySay = "lesson 16, What a log may say"
}
