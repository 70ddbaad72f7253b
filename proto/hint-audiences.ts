// Whom the hint of each fact reaches. A fact of one person's doing names its people (`hint` of emit), so that a course of a thousand open
// pages reads nothing again because one person submits; what teachers change concerns every page of the course.
import type { FactName } from './hint-subjects.ts'

export type HintAudience =
  /** The people that the fact names; without names, as in a resync, nobody. */
  | { to: 'people'; who: string }
  /** Everybody who may follow the fact's aggregate: the course's members, the person, the organisation's people. */
  | { to: 'all'; because: string }
  | { to: 'nobody'; because: string }

const teachersChangeIt: HintAudience = { to: 'all', because: 'what teachers change is on the pages of all members' }
const otherFact = (name: FactName): HintAudience => ({ to: 'nobody', because: `${name} comes with it` })

/** A new fact does not compile without its line. */
export const hintAudiences: Record<FactName, HintAudience> = {
  courseCreated: teachersChangeIt,
  courseChanged: teachersChangeIt,
  coursePublished: teachersChangeIt,
  courseUnpublished: teachersChangeIt,
  courseDeleted: teachersChangeIt,
  courseRestored: teachersChangeIt,
  coursePurged: { to: 'nobody', because: 'no page shows a course that was deleted 30 days ago' },
  courseReviewed: otherFact('courseChanged'),
  memberJoined: { to: 'people', who: 'the member and who teaches the course' },
  memberChanged: { to: 'people', who: 'the member and who teaches the course' },
  memberLeft: { to: 'people', who: 'the member and who teaches the course' },
  groupSetChanged: teachersChangeIt,
  groupChanged: { to: 'people', who: 'who came or went, and who teaches the course' },
  inviteChanged: { to: 'people', who: 'the invited person and who teaches the course' },
  joinRequestChanged: { to: 'people', who: 'who asks to join and who teaches the course' },
  simulationChanged: { to: 'people', who: 'who simulates' },
  moduleChanged: teachersChangeIt,
  syllabusChanged: teachersChangeIt,
  // of a draft it names who teaches the course
  activityCreated: teachersChangeIt,
  activityChanged: teachersChangeIt,
  activityPublished: teachersChangeIt,
  activityOpened: { to: 'all', because: 'its time has come, which every page of the course shows' },
  activityDeleted: teachersChangeIt,
  contentCopied: otherFact('courseChanged'),
  personalTimesChanged: { to: 'people', who: 'the person' },
  submissionChanged: { to: 'people', who: 'whose work it is and who teaches the course' },
  attemptSubmitted: { to: 'people', who: 'the student and who teaches the course' },
  personReminded: { to: 'people', who: 'the reminded' },
  scoreReleased: { to: 'people', who: 'the student' },
  scoreWithdrawn: { to: 'people', who: 'the student' },
  courseResultFinal: teachersChangeIt,
  progressChanged: { to: 'people', who: 'the student and who teaches the course' },
  topicChanged: { to: 'all', because: 'the lists of topics show it; of a group or a team it names their people' },
  postChanged: {
    to: 'people',
    who: 'the author of the post that it answers, who follows the topic and who is mentioned; a hint without a fact reaches the others',
  },
  postReported: { to: 'people', who: 'who teaches the course and so moderates' },
  classChanged: { to: 'all', because: 'the class is on the phones of all its people and on the screen of the hall' },
  classReported: { to: 'nobody', because: 'its notification comes with a hint of its own' },
  liveChanged: { to: 'all', because: 'every page of it shows its state and its recordings' },
  fileOffered: { to: 'nobody', because: 'the facts of the upload show it' },
  attendanceChanged: { to: 'people', who: 'the person; claims and hands reach who teaches by hints without a fact, one in half a second' },
  bulletinChanged: { to: 'all', because: 'the lists of all its readers show it' },
  bulletinPublished: { to: 'all', because: 'its time has come, which the pages of all its readers show' },
  messageSent: { to: 'nobody', because: 'its notification comes with a hint of its own' },
  uploadCreated: { to: 'people', who: 'the owner' },
  uploadChanged: { to: 'people', who: 'the owner' },
  uploadReady: { to: 'people', who: 'the owner' },
  uploadFailed: { to: 'people', who: 'the owner' },
  uploadDeleted: { to: 'people', who: 'the owner' },
  sharedResourceChanged: { to: 'people', who: 'who shares it' },
  resourceGroupChanged: { to: 'people', who: 'who came or went or has another role; all, when it is renamed or deleted' },
  packageOpened: { to: 'nobody', because: 'its page asks again while it is being opened' },
  textReady: { to: 'nobody', because: 'works are compared by it later' },
  filesHeld: { to: 'nobody', because: 'who uses a file is read when somebody asks' },
  personChanged: { to: 'all', because: 'its aggregate is the person' },
  personErased: { to: 'all', because: 'its aggregate is the person' },
  sessionEnded: { to: 'nobody', because: 'the stream of the session ends' },
  orgChanged: { to: 'all', because: 'its settings are on the pages of all its people' },
  orgRequestChanged: { to: 'people', who: 'who made the request' },
  orgEntryChanged: { to: 'nobody', because: 'its notification comes with a hint of its own' },
  eventChanged: { to: 'people', who: 'whose event it is and the people of its courses' },
  timetableChanged: teachersChangeIt,
  meetingChanged: { to: 'people', who: 'who asked for it, who leads it and the people of its group' },
  calendarAlertDue: { to: 'nobody', because: 'its notification comes with a hint of its own' },
  termChanged: { to: 'nobody', because: 'who plans the year reads it again themselves' },
  departmentChanged: { to: 'nobody', because: 'no page follows a department' },
  studyUnitChanged: { to: 'nobody', because: 'no page follows a class' },
}
