// The features that have texts; a new feature adds its line here.
import type account from './en/account.json'
import type activity from './en/activity.json'
import type attendance from './en/attendance.json'
import type audit from './en/audit.json'
import type banks from './en/banks.json'
import type bulletins from './en/bulletins.json'
import type calendar from './en/calendar.json'
import type contentLists from './en/content-lists.json'
import type copies from './en/copies.json'
import type course from './en/course.json'
import type coursePage from './en/course-page.json'
import type courseSettings from './en/course-settings.json'
import type courses from './en/courses.json'
import type curricula from './en/curricula.json'
import type drafts from './en/drafts.json'
import type editor from './en/editor.json'
import type exam from './en/exam.json'
import type examWork from './en/exam-work.json'
import type exports from './en/exports.json'
import type forum from './en/forum.json'
import type groups from './en/groups.json'
import type evaluation from './en/evaluation.json'
import type home from './en/home.json'
import type homework from './en/homework.json'
import type inclass from './en/inclass.json'
import type inputs from './en/inputs.json'
import type installation from './en/installation.json'
import type keys from './en/keys.json'
import type kinds from './en/kinds.json'
import type learningActivity from './en/learning-activity.json'
import type management from './en/management.json'
import type managementLists from './en/management-lists.json'
import type meetingProviders from './en/meeting-providers.json'
import type live from './en/live.json'
import type marking from './en/marking.json'
import type members from './en/members.json'
import type messages from './en/messages.json'
import type notes from './en/notes.json'
import type notifications from './en/notifications.json'
import type organisation from './en/organisation.json'
import type outline from './en/outline.json'
import type people from './en/people.json'
import type permissions from './en/permissions.json'
import type packages from './en/packages.json'
import type player from './en/player.json'
import type rooms from './en/rooms.json'
import type invitations from './en/invitations.json'
import type rosters from './en/rosters.json'
import type scoreRules from './en/score-rules.json'
import type scores from './en/scores.json'
import type questionFiles from './en/question-files.json'
import type preferences from './en/preferences.json'
import type questionnaire from './en/questionnaire.json'
import type questions from './en/questions.json'
import type requests from './en/requests.json'
import type rubrics from './en/rubrics.json'
import type search from './en/search.json'
import type session from './en/session.json'
import type settings from './en/settings.json'
import type shell from './en/shell.json'
import type sharing from './en/sharing.json'
import type signIns from './en/sign-ins.json'
import type tasks from './en/tasks.json'
import type teaching from './en/teaching.json'
import type ui from './en/ui.json'
import type unbuilt from './en/unbuilt.json'
import type upload from './en/upload.json'
import type videoQuiz from './en/video-quiz.json'
import type viewer from './en/viewer.json'
import type votes from './en/votes.json'
import type work from './en/work.json'
import type workplace from './en/workplace.json'
import type writing from './en/writing.json'

export type Texts = {
  account: typeof account
  activity: typeof activity
  attendance: typeof attendance
  audit: typeof audit
  bulletins: typeof bulletins
  calendar: typeof calendar
  'content-lists': typeof contentLists
  course: typeof course
  banks: typeof banks
  copies: typeof copies
  'course-page': typeof coursePage
  'course-settings': typeof courseSettings
  courses: typeof courses
  curricula: typeof curricula
  drafts: typeof drafts
  editor: typeof editor
  /** By code: en/errors/<first segment of the code>.json. */
  errors: Record<string, string>
  exam: typeof exam
  'exam-work': typeof examWork
  exports: typeof exports
  forum: typeof forum
  groups: typeof groups
  evaluation: typeof evaluation
  home: typeof home
  homework: typeof homework
  inclass: typeof inclass
  inputs: typeof inputs
  keys: typeof keys
  kinds: typeof kinds
  'learning-activity': typeof learningActivity
  live: typeof live
  management: typeof management
  'management-lists': typeof managementLists
  'meeting-providers': typeof meetingProviders
  marking: typeof marking
  members: typeof members
  messages: typeof messages
  notes: typeof notes
  notifications: typeof notifications
  organisation: typeof organisation
  outline: typeof outline
  people: typeof people
  permissions: typeof permissions
  packages: typeof packages
  player: typeof player
  preferences: typeof preferences
  rooms: typeof rooms
  invitations: typeof invitations
  rosters: typeof rosters
  installation: typeof installation
  requests: typeof requests
  'score-rules': typeof scoreRules
  scores: typeof scores
  'question-files': typeof questionFiles
  questionnaire: typeof questionnaire
  questions: typeof questions
  rubrics: typeof rubrics
  search: typeof search
  session: typeof session
  settings: typeof settings
  sharing: typeof sharing
  'sign-ins': typeof signIns
  shell: typeof shell
  tasks: typeof tasks
  teaching: typeof teaching
  ui: typeof ui
  unbuilt: typeof unbuilt
  upload: typeof upload
  'video-quiz': typeof videoQuiz
  viewer: typeof viewer
  votes: typeof votes
  work: typeof work
  workplace: typeof workplace
  writing: typeof writing
}
