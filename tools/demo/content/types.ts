// Content of a course of the demo school. Days are counted from the day on which the school is made.
import type { QuestionDraft } from '@lyceum/activity/questions/banks/shapes'
import type { Office, Paper, Plain } from '../documents.ts'
import type { Film, Picture } from '../media.ts'
import type { DemoQuestions } from './exams.ts'
import type { Homework, Scores } from './homework.ts'

type Common = {
  title: string
  /** Else a draft. */
  published?: false
  /** Days until 23:59 of which it is due, opens at 8:00 and closes at 23:59; negative ones are past. */
  due?: number
  opens?: number
  closes?: number
  /** Titles of activities that are completed before this one opens. */
  after?: string[]
  /** completion_criterion_key, where it is not that of the type. */
  criterion?: string
}
export type Item = Common &
  (
    | { type: 'page'; body: string; picture?: Picture }
    | { type: 'learning_activity'; body: string; points?: string }
    | { type: 'online_video'; film: Film }
    /** Elsewhere: its address, and what is said of it. */
    | { type: 'online_video'; link: string; body: string }
    | { type: 'material'; file: Paper | Office; more?: (Paper | Office)[]; body?: string }
  )
/** A question of a bank: one point, where it says nothing else. */
export type DemoQuestion = Pick<QuestionDraft, 'type' | 'stem' | 'content' | 'key'> &
  Partial<Pick<QuestionDraft, 'points' | 'tags' | 'feedback'>> & { folder?: string }
export type DemoCourse = {
  teacher: string
  assistant?: string
  /** So many students, counted from the first, or from the one so many places after it. */
  students: number
  from?: number
  /** It has no more seats than these students: so many more, the next ones, wait for one. */
  waiting?: number
  /** User numbers of students who are invited and have not answered. */
  invited?: string[]
  /** Stays a draft, which a manager offers to everybody who makes a course. */
  template?: true
  /** Its members are shown by their classes. */
  byClass?: true
  name: string
  code: string
  department: string
  outline: string
  public_scope: 'members' | 'organisation'
  /** Language of its captions. */
  language: string
  /** Share of the open activities that its first student, in most courses the one whom the sign-in page shows, has done. */
  first: number
  /** Still to be looked at by a manager. */
  unreviewed?: true
  modules: { name: string; items: Item[] }[]
  /** The title of an activity and the number of the student who has so many days more for it. */
  ownTimes?: { title: string; student: string; days: number }
  /** The drawn cover: each course has a hue of its own. */
  cover: number
  partners?: { name: string; role: string; contact: string; url: string }[]
  /** The name of a course that its teacher has deleted. */
  deleted?: string
  /** Stretches of the term from the week of the first to the week of the last number, counted from this one; with names of modules, and titles of
   *  activities that stand by themselves. */
  plan?: { name: string; weeks: [first: number, last: number]; modules?: string[]; activities?: string[] }[]
  /** Group sets: so many of its students, in turn, in groups of these names. With seats they are open for sign-up for so many days. */
  groups?: { name: string; groups: string[]; students: number; seats?: number; days?: number }[]
  /** Its question bank. */
  bank?: { title: string; folders: string[]; questions: DemoQuestion[] }
  /** Its files beside the content, for everybody to download. */
  resources?: (Paper | Office | Plain)[]
  /** Titles of pages that were deleted. */
  bin?: string[]
  /** Its exams, its questionnaire and a film that asks. */
  asked?: DemoQuestions
  homework?: Homework[]
  /** The order of its gradebook. */
  scores?: Scores
  /** Its package of lessons, at the end of a module. */
  lessons?: { title: string; module: string; file: string; parts: Record<string, string> }
  /** Its forum. */
  topics?: DemoTopic[]
  /** Days from the present week's Monday, and clock, of lessons of its timetable for which attendance was noted; numbers of those who were late or absent. */
  held?: { title: string; days: number; from: string; late?: string[]; absent?: string[]; excused?: string[] }[]
  /** So many days from today at an hour, for so many minutes. */
  live?: { title: string; module: string; days: number; hour: number; minutes: number; address: string }
}
/** `by`: a user number. The first post is the topic's text. */
export type DemoTopic = {
  kind: 'discussion' | 'question'
  title: string
  pinned?: true
  posts: { by: string; text: string; accepted?: true; likes?: string[] }[]
}
