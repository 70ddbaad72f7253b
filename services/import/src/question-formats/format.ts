// Questions as formats of files are read into them and written from them. The shapes are those of activity's banks: a question that is read is added by its
// call, and checked there.

/** Why a question is not what the file says, or what was left out; a word of the texts errors.questionImport.…. */
export type Note = { code: NoteCode; params?: Record<string, string | number> }
export type NoteCode =
  /** Its type has no counterpart: it is an essay with the text, and what the file says of its answers stands in the guide for markers. */
  | 'keptAsText'
  /** It cannot be read as a question: an essay with its text. */
  | 'keptUnread'
  /** No answer earns all its points, or the bank would not have it: an essay with its text, and its answers in the guide. */
  | 'keptIncomplete'
  /** No answer earns all points, so the best one is the right one. */
  | 'noFullAnswer'
  /** An answer that cannot be taken over. */
  | 'answerLeftOut'
  /** A file that the text names and the file has not. */
  | 'fileLeftOut'
  /** A file that is too large. */
  | 'fileTooLarge'
  /** A file that cannot be kept here. */
  | 'fileRefused'
  /** Elements of a text that have no counterpart in texts. */
  | 'elementLeftOut'
  /** Hints, penalties and scripts. */
  | 'partLeftOut'
  /** Feedback that Moodle itself writes into every question, such as “Your answer is correct.”. */
  | 'usualFeedback'
  /** A text that others may be about: the file does not say which, so that it stays a text of its own. */
  | 'stimulusAlone'
  /** A number that may be two, "1,500": an essay with its text. */
  | 'twoNumbers'
  /** Points with more than four places. */
  | 'pointsRounded'
  /** Letters that its bytes do not have: U+FFFD in their place. */
  | 'lettersReplaced'
  /** Nothing of it can be read. */
  | 'unreadable'
  /** The format cannot say a question of its type. */
  | 'notInFormat'
  /** Its rule of points has no counterpart: the nearest one takes its place. */
  | 'ruleChanged'
  /** The format has another rule of points than its own. */
  | 'ruleNotWritten'

type Part = { id: string; text: string }
type Accepted = { text: string; percent: string; feedback?: string }
type AcceptedNumber = { value: string; tolerance: string; relative?: boolean; percent: string; feedback?: string }
type Blank = { id: string; kind: 'text' | 'number' | 'choice'; options?: Part[] }
type BlankKey = {
  weight?: number
  texts?: Accepted[]
  numbers?: AcceptedNumber[]
  options?: Record<string, string>
  case_sensitive?: boolean
  accent_sensitive?: boolean
}
type ByPart = Record<string, string>

/** Content and key of each type, as activity's question types have them (GET /api/openapi.json). */
export type Kinds = {
  single: [content: { options: Part[]; shuffle?: boolean }, key: { right: string; percents?: ByPart; feedback?: ByPart }]
  multiple: [
    content: { options: Part[]; shuffle?: boolean; most?: number },
    key: { right: string[]; rule: 'all' | 'each' | 'minus' | 'percents'; percents?: ByPart; feedback?: ByPart },
  ]
  true_false: [content: object, key: { right: boolean; feedback?: { true?: string; false?: string } }]
  short_answer: [content: object, key: { accepted: Accepted[]; case_sensitive?: boolean; accent_sensitive?: boolean }]
  numerical: [content: { unit?: string }, key: { accepted: AcceptedNumber[] }]
  matching: [content: { items: Part[]; choices: Part[]; shuffle?: boolean }, key: { pairs: ByPart; rule: 'each' | 'all' }]
  ordering: [content: { items: Part[] }, key: { order: string[]; rule: 'all' | 'place' | 'next' }]
  blanks: [content: { blanks: Blank[] }, key: { blanks: Record<string, BlankKey> }]
  essay: [
    content: { format: 'rich' | 'plain' | 'code'; words_least?: number; words_most?: number; files_most?: number; template?: string },
    key: { guide?: string },
  ]
  file: [content: { file_types?: string[]; files_most: number; file_size_mb: number }, key: { guide?: string }]
  stimulus: [content: object, key: object]
}
export type KindName = keyof Kinds
export type { Accepted, AcceptedNumber, Blank, BlankKey, Part }

/** A file that comes with the questions. Texts name it by `src` or `href` of `question-file:<name>`. */
export type NeutralFile = { name: string; bytes: Uint8Array }

export type NeutralQuestion<K extends KindName = KindName> = {
  [T in K]: {
    type: T
    title: string
    /** HTML, as all texts. */
    stem: string
    content: Kinds[T][0]
    key: Kinds[T][1]
    feedback: string
    /** A decimal above 0. */
    points: string
    tags: string[]
    /** Its folder, from the top. */
    folder: string[]
    /** Of a stimulus: what those that are about it call it. */
    ref?: string
    /** The `ref` of the stimulus that it is about. */
    about?: string
    notes: Note[]
  }
}[K]

export type NeutralFileOfQuestions = {
  questions: NeutralQuestion[]
  files: Map<string, NeutralFile>
  /** `html`: what stands there, where that is known. */
  unreadable: { title: string; line?: number; html?: string }[]
}

export type FormatName = 'moodle_xml' | 'gift' | 'aiken' | 'qti' | 'csv' | 'text'

/** `left`: questions that the format has no way to write. */
export type WrittenFile = { bytes: Uint8Array; extension: string; mime: string; left: NeutralQuestion[] }

export type QuestionFormat = {
  name: FormatName
  /** The likelihood that a file is of this format, from 0 to 1. */
  sniff(file: { name: string; bytes: Uint8Array; text: string }): number
  /** Never throws for what stands in the file: what cannot be read is named. Throws Problem for a file that is none of this format, or too large. */
  read(file: { bytes: Uint8Array; text: string }): NeutralFileOfQuestions
  /** Missing: questions are only read from it. */
  write?(questions: NeutralQuestion[], files: ReadonlyMap<string, NeutralFile>): WrittenFile
}
