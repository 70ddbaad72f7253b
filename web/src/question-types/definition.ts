// The definition of a question type for the pages. The folder of a type holds it (definition.ts), and nothing outside that folder names the type.
import type { AnswerOf, ContentOf, KeyOf, QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import type { UploadFile } from '../ui/editor/editor-uploads.ts'

/** The addresses of pictures and attachments by their upload's id. */
export type Files = ReadonlyMap<string, string>

/** The marking of an answer, where its reader may know. */
export type Review<K extends QuestionTypeName> = {
  /** By the ids of the parts of the answer. */
  parts: Readonly<Record<string, 'right' | 'wrong' | 'partly'>>
  /** An answer that earns everything; null where it is not shown. */
  solution: AnswerOf<K> | null
}

/** A field for files of an answer. */
export type FilesField = (field: {
  /** Extensions without a dot; none: files of every type. */
  types: readonly string[]
  most: number
  megabytes: number
  ids: readonly string[]
  onChange(ids: string[]): void
}) => ReactNode

export type FilesShown = (ids: readonly string[]) => ReactNode

export type AnswerProps<K extends QuestionTypeName = QuestionTypeName> = {
  /** Cleaned HTML. */
  stem: string
  content: ContentOf<K>
  answer: AnswerOf<K> | undefined
  /** Undefined takes the answer back. Without it nothing can be changed. */
  onAnswer?: ((answer: AnswerOf<K> | undefined) => void) | undefined
  /** The id of the element that names the question. */
  labelledBy: string
  files?: Files | undefined
  review?: Review<K> | undefined
  /** Uploads a picture of a text; without it none are offered. */
  uploadFile?: UploadFile | undefined
  /** Draws a field for files, where they can be handed in; a preview says what could be. */
  filesField?: FilesField | undefined
  /** Draws files that were handed in, where they are looked through. */
  filesShown?: FilesShown | undefined
}

export type EditorProps<K extends QuestionTypeName = QuestionTypeName> = {
  stem: string
  content: ContentOf<K>
  keyOf: KeyOf<K>
  /** No answer is right: nothing of a key is asked for. */
  keyless?: boolean
  onChange(changed: { stem?: string; content?: ContentOf<K>; key?: KeyOf<K> }): void
  /** Errors by field, as the server names them: `content.options.0.text`, `key.right`. */
  faults: Readonly<Record<string, string | undefined>>
  uploadFile: UploadFile
}

type Lazy<P> = LazyExoticComponent<ComponentType<P>>

export type Definition<K extends QuestionTypeName = QuestionTypeName> = {
  icon: LucideIcon
  /** The stem is part of the answer's view: the text around blanks. */
  stemInside?: true
  Answer: ComponentType<AnswerProps<K>>
  Editor: Lazy<EditorProps<K>>
  /** Surveys may ask it without a right answer: with the key {}. */
  keyless?: true
  /** An answer that earns everything, where a key has one. */
  solution?(key: KeyOf<K>): AnswerOf<K> | null
  /** A new one. */
  fresh(): { content: ContentOf<K>; key: KeyOf<K> }
}
