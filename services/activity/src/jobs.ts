// The jobs of activity: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'

import type { Bulk } from './questions/banks/shapes.ts'

/** An action on many questions of banks. `add` and `remove`: tags. */
export type Change = {
  action: Bulk['action']
  ids: string[]
  to: { bank: string; org: string; folder: string | null } | null
  add: string[]
  remove: string[]
  person: string
  /** Of the ids of copies. */
  seed: string
}

export type Jobs = {
  sweepPlays: undefined
  /** Deletes entries of journals of packages that are older than 90 days. */
  sweepPackageJournals: undefined
  /** Copies the content of a course into a new one: of its modules these alone, every date so many days later by the clock of the zone. */
  copyContent: OfTask & {
    course: string
    org: string
    from: string
    modules: string[] | null
    withoutModule: boolean
    days: number
    zone: string
    person: string
    /** Group sets of the source with what they are called in the copy. A task of an older release has none. */
    sets?: [from: string, to: string][]
  }
  sweepTrials: undefined
  /** Rewrites the personal times of people in one activity of a course, in all, or without a course in all of the organisation. */
  rewriteTimes: { org: string; course?: string; activity?: string; persons: string[] }
  purgeBin: undefined
  purgeBanks: undefined
  /** Changes many questions. */
  changeQuestions: OfTask & Change
  sweepDrafts: undefined
  openActivities: undefined
  remindAskers: undefined
  remindDue: undefined
  /** Measures who has not completed an activity by its changed criterion. */
  measureCompletion: OfTask & { activity: string; criterion: string }
  /** Calculates the results of a course once more, of these people or of all. */
  recalculateResults: OfTask & { org: string; course: string; persons: string[] | null }
  sweepMissing: undefined
  releaseScores: undefined
  /** Looks for the text of a work in others of its course. */
  compareWork: { submission: string; n: number }
  /** Takes the text of a file of a work, which upload has read; `unknown`: why it has none, else empty. */
  takeFileText: { submission: string; upload: string; unknown: string }
  /** Returns many works. */
  returnWork: OfTask & { activity: string; ids: string[]; rework: boolean; person: string; org: string }
  /** Takes back the return of many works for rework. */
  takeBackRework: OfTask & { activity: string; ids: string[]; person: string; org: string }
  /** Closes attempts whose time is over, and marks what was handed in. */
  sweepAttempts: undefined
  releaseExams: undefined
  /** Marks the answers to a question of an exam anew, by one of its versions. */
  regrade: OfTask & { activity: string; question: string; version: string; n: number; preview: boolean; person: string; org: string }
  /** Puts a questionnaire of the organisation into courses. */
  useTemplate: OfTask & {
    template: string
    courses: string[]
    title: string | null
    start: string | null
    end: string | null
    anonymous: boolean
    published: boolean
    person: string
    org: string
  }
  giveOutReviews: undefined
  remindReviewers: undefined
  /** Closes a roll call at its time. */
  closeRollCall: { roll_call: string }
  /** Emits the attendance of a roll call that is closed, and completes its classroom. */
  recordAttendance: { roll_call: string }
  /** Scores the attendance of a course anew, where it is an item of its gradebook. */
  scoreAttendance: { org: string; course: string }
  /** Sends the report of a class. */
  sendClassReport: OfTask & { session: string; to: 'teachers' | 'everybody'; person: string }
  /** Closes a vote at its time. */
  closeVote: { vote: string }
  sweepClasses: undefined
  /** Emits a topic that has opened, with its title, if its time is still this one; `mentions` missing: those whom it mentions are notified. */
  notifyOfTopic: { topic: string; opens: string | null; mentions?: boolean }
  /** Notifies of live lectures that begin within ten minutes. */
  noticeMeetings: undefined
  /** Brings a live lecture and what its provider has of it together. */
  arrangeMeeting: { activity: string }
  /** Cancels a meeting at its provider that is here no more. */
  cancelMeeting: { org: string; provider: 'bigbluebutton' | 'tencent'; ref: string }
  /** Notes who is in the meetings of providers, and asks for their recordings. */
  watchMeetings: undefined
  /** Puts the film of a recording, which upload has fetched, in the place of its address. */
  takeFilm: { recording: string }
  /** Seals addresses and secrets of providers anew by the newest key. */
  resealAddresses: undefined
}
export const enqueue = enqueueFor<Jobs>()
export const startTask = startTaskFor<Jobs>('activity')
