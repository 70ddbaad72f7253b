// The definition of a question type: what the rest of activity needs of it. No other file names one.
import type { FieldError } from '@lyceum/kit/calls/errors'
import type { Fraction } from '../../points/fractions.ts'
import type { Asker } from '../../types/askers.ts'
import type { AnswerOf, ContentOf, KeyOf, QuestionTypeName } from './api.ts'

export type Faults = Record<string, FieldError[]>

export type Mark = {
  /** Of the points of the question, from 0 to 1. */
  share: Fraction
  /** By the ids of what was answered: for the review of the attempt. */
  parts: Record<string, 'right' | 'wrong' | 'partly'>
  /** HTML of the key that the answer calls for. */
  feedback: string[]
}

/** A file of an answer; size in bytes. */
export type AnswerFileFacts = { name: string; extension: string; size: number }

/** All functions are pure. */
export type QuestionType<K extends QuestionTypeName = QuestionTypeName> = {
  askers: readonly Asker[]
  /** The stand-in for the key, which is stored as {}, while the content is checked, where surveys may ask it without a right answer. */
  keyless?: KeyOf<K>
  /** The marker of an answer: its key, a person, or nobody. */
  marking: 'key' | 'person' | 'none'
  /** The content as it is stored: students read it, so the order of what they arrange is one that says nothing. */
  stored(content: ContentOf<K>): ContentOf<K>
  /** Faults that the schemas cannot find, by field: `content.options.2.id`, `key.right`. `stem` is the cleaned text of the question. */
  faults(question: { stem: string; content: ContentOf<K>; key: KeyOf<K> }): Faults
  /** The HTML texts of the content and of the key, for cleaning, pictures and search; `map` answers the text that takes its place. */
  texts(content: ContentOf<K>, map: (html: string) => string): ContentOf<K>
  keyTexts(key: KeyOf<K>, map: (html: string) => string): KeyOf<K>
  /** The check that the schema of answers cannot make: the answer names parts of this content. */
  fits(content: ContentOf<K>, answer: AnswerOf<K>): boolean
  /** Whether an answer may hand in such a file; left out: any. */
  takesFile?(content: ContentOf<K>, file: AnswerFileFacts): boolean
  isBlank(answer: AnswerOf<K>, content: ContentOf<K>): boolean
  /** Only where `marking` is 'key'; elsewhere nothing is earned. Parts of the answer that this content no longer has are left out. */
  mark(content: ContentOf<K>, key: KeyOf<K>, answer: AnswerOf<K>): Mark
  /** An answer that earns everything; null where no key says one. For the answer key on paper and for tests. */
  solution(content: ContentOf<K>, key: KeyOf<K>): AnswerOf<K> | null
  /** The content in another order of what may be shuffled. `order` answers a permutation of 0 to n - 1. */
  shuffled(content: ContentOf<K>, order: (n: number) => number[]): ContentOf<K>
  /** The values by which answers are counted, for distributions: ids of options, texts, numbers. */
  counted(content: ContentOf<K>, answer: AnswerOf<K>): string[]
  /** Of these values those that an exam's statistics have also where nobody answered so: the options. Left out: none. */
  offered?(content: ContentOf<K>): string[]
  example: { stem: string; content: ContentOf<K>; key: KeyOf<K> }
}
