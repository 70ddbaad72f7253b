// Links to every page of the product, in the browser's form (spec §2.1); the router accepts this form too (address.ts).
const id = encodeURIComponent
const query = (values: Record<string, string | number | boolean | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return search.size ? `?${search}` : ''
}

/** Parameters of the PDF editor (spec §2.1). */
type PdfEditorParameters = {
  uploadId?: string
  file?: string
  fileType?: string
  imgURL?: string
  rotatedAngle?: number
  attachmentUrl?: string
  fileName?: string
}

export const paths = {
  home: () => '/user/index',
  courses: () => '/user/courses',
  deletedCourses: () => '/user/courses/deleted',
  studios: () => '/user/studios',
  projects: () => '/user/project',
  /** `date`: the day that it shows, by the reader's clock; `entry`: what it opens, as event-<id>, timetable-<id>, meeting-<id>. */
  calendar: (date?: string, entry?: string) => `/user/calendar${query({ date, entry })}`,
  todo: () => '/user/todo',
  notes: () => '/user/notes',
  marking: () => '/user/marking',
  search: (q?: string) => `/search${query({ q })}`,
  notifications: () => '/user/notifications',
  message: (notification: string) => `/user/notifications${query({ message: notification })}`,
  notificationSettings: () => '/user/settings/notifications',
  resources: () => '/user/resources',
  /** In the list of a course's files, or of one's own. */
  fileByName: (course: string | null, q: string) => `${course ? `/course/${id(course)}/resource` : '/user/resources'}${query({ q })}`,
  deletedResources: () => '/user/resources?view=deleted',
  largestResources: () => '/user/resources?sort=-size',
  resourceGroups: () => '/user/resource-groups',
  settings: (bindMobile = false) => `/user/settings${bindMobile ? '?bindMobile' : ''}`,
  resourceGroup: (group: string) => `/user/resource-groups#/${id(group)}/members`,
  resourceGroupFiles: (group: string) => `/user/resource-groups#/${id(group)}/files`,
  forgotten: () => '/login/forgotten',
  setPassword: () => '/set-password',
  verifyEmail: () => '/verify-email',
  login: (next?: string) => `/login${query({ next })}`,

  content: (course: string) => `/course/${id(course)}/content`,
  invite: (course: string, invite: string) => `/course/${id(course)}/content${query({ invite })}`,
  outline: (course: string) => `/course/${id(course)}/outline`,
  studentsProgress: (course: string) => `/course/${id(course)}/outline?view=progress`,
  /** `part`: its invitations, or who waits. */
  members: (course: string, part?: 'invites' | 'sent' | 'waiting') => `/course/${id(course)}/enrollments${query({ part })}`,
  memberByName: (course: string, q: string) => `/course/${id(course)}/enrollments${query({ q })}`,
  courseScore: (course: string) => `/course/${id(course)}/score`,
  /** `view=results`: a page of the results to print. */
  courseResults: (course: string) => `/course/${id(course)}/score?view=results`,
  scoreRules: (course: string) => `/course/${id(course)}/score/settings`,
  warning: (course: string) => `/course/${id(course)}/warning`,
  courseResource: (course: string) => `/course/${id(course)}/resource`,
  courseSettings: (course: string) => `/course/${id(course)}/settings`,
  courseStatistics: (course: string) => `/course/${id(course)}/statistics`,
  attendance: (course: string, of: { classroom?: string } = {}) => `/course/${id(course)}/attendance${query(of)}`,
  classReport: (course: string, session: string) => `/course/${id(course)}/attendance${query({ report: session })}`,
  courseGroups: (course: string, set?: string) => `/course/${id(course)}/groups${query({ set })}`,
  questions: (course: string) => `/course/${id(course)}/questions`,
  ownQuestions: () => '/user/questions',
  /** Of a course's page of banks, or of one's own. */
  bank: (course: string | undefined, bank?: string) => `${course ? `/course/${id(course)}` : '/user'}/questions${query({ bank })}`,
  question: (course: string | undefined, question: string) => `${course ? `/course/${id(course)}` : '/user'}/questions#/${id(question)}`,
  newQuestion: (course: string | undefined, type: string, bank?: string, folder?: string) =>
    `${course ? `/course/${id(course)}` : '/user'}/questions#/new/${id(type)}${query({ bank, folder })}`,
  courseImport: (course: string, job: string) => `/course/${id(course)}/import/${id(job)}`,
  activity: (course: string, activity: string) => `/course/${id(course)}/learning-activity#/${id(activity)}`,
  /** At the place of a note: `file`, of several. */
  note: (course: string, activity: string, of: { note: string; file: string }) =>
    `/course/${id(course)}/learning-activity#/${id(activity)}${query(of)}`,
  editText: (course: string, activity: string) => `/course/${id(course)}/learning-activity#/${id(activity)}/edit`,
  activityQuestions: (course: string, activity: string) => `/course/${id(course)}/learning-activity#/${id(activity)}/questions`,
  markWork: (course: string, activity: string, submission?: string) =>
    `/course/${id(course)}/learning-activity#/${id(activity)}/marking${query({ submission })}`,
  newText: (course: string, type: string, module?: string) =>
    `/course/${id(course)}/learning-activity#/new/${id(type)}${query({ module })}`,
  exam: (course: string, exam: string) => `/course/${id(course)}/learning-activity#/exam/${id(exam)}`,
  examReview: (course: string, exam: string, attempt: string) =>
    `/course/${id(course)}/learning-activity#/exam/${id(exam)}/review/${id(attempt)}`,
  /** `view`: as students see it, or to print with or without its key. */
  examPaper: (course: string, exam: string, view?: 'preview' | 'print' | 'key') =>
    `/course/${id(course)}/learning-activity#/exam/${id(exam)}/paper${query({ view })}`,
  invigilation: (course: string, exam: string) => `/course/${id(course)}/learning-activity#/exam/${id(exam)}/invigilation`,
  /** All answers to one question, or one student's. */
  markAnswers: (course: string, exam: string, of: { question?: string; attempt?: string } = {}) =>
    `/course/${id(course)}/learning-activity#/exam/${id(exam)}/marking${query(of)}`,
  examStatistics: (course: string, exam: string) => `/course/${id(course)}/learning-activity#/exam/${id(exam)}/statistics`,
  questionnaire: (course: string, activity: string) => `/course/${id(course)}/learning-activity/full-screen#/questionnaire/${id(activity)}`,
  classroom: (course: string, activity: string) => `/course/${id(course)}/learning-activity#/classroom/${id(activity)}`,
  live: (course: string, activity: string) => `/course/${id(course)}/live-activities#/${id(activity)}/detail`,
  evaluation: (course: string, task: string) => `/course/${id(course)}/evaluation?redirect=task/${id(task)}/detail`,
  /** `in`: the topics of a group, or of the teachers (team), in place of the course's. */
  forum: (course: string, of: { in?: string } = {}) => `/course/${id(course)}/forum${query(of)}`,
  forumTopic: (course: string, topic: string) => `/course/${id(course)}/forum?show_sidebar=false#/topics/${id(topic)}`,
  groupTopic: (course: string, topic: string, group: string) =>
    `/course/${id(course)}/group-set#/topics/${id(topic)}${query({ groupId: group })}`,
  teamMeeting: (course: string, meeting: string) => `/course/${id(course)}/teaching-team#/meeting/${id(meeting)}`,
  teamForum: (course: string, forum: string) => `/course/${id(course)}/teaching-team#/forum/${id(forum)}`,
  join: (accessCode = '') => `/course/join${accessCode && `/${id(accessCode)}`}`,
  /** `p` as join-code.ts makes it. */
  printed: (p: string) => `/j?p=${p}`,
  classMode: (course: string) => `/inclass/courses/${id(course)}`,
  /** The address in the QR code of a roll call. */
  scannedClass: (course: string, qr: string) => `/inclass/courses/${id(course)}#/r/${id(qr)}`,
  scores: () => '/score',

  orgBulletins: (bulletin?: string) => `/bulletin-list/${query({ type: 'org', bulletin_id: bulletin })}`,
  courseBulletins: (bulletin?: string, course?: string) =>
    `/bulletin-list/${query({ type: 'course', bulletin_id: bulletin, course_id: course })}`,
  manageBulletins: () => '/management/bulletins',
  notificationRules: () => '/management/notification-rules',
  management: () => '/management/',
  managementCourses: () => '/management/course#/',
  plan: () => '/management/plan',
  audit: () => '/management/course/audit',
  terms: () => '/management/terms',
  meetings: () => '/management/meetings',
  scoreScales: () => '/management/score-scales',
  allowances: () => '/management/allowances',
  questionnaireTemplates: () => '/management/questionnaires',
  auditLog: (person?: string) => `/management/audit-log${query({ person })}`,
  managedPeople: (filters: Record<string, string> = {}) => `/management/people${query(filters)}`,
  managedPerson: (person: string) => `/management/people#/${id(person)}`,
  departments: () => '/management/departments',
  studyUnits: () => '/management/study-units',
  rooms: () => '/management/rooms',
  workplace: () => '/management/workplace',
  meetingProviders: () => '/management/meeting-providers',
  managedLive: () => '/management/live',
  signIns: (person?: string) => `/management/sign-ins${query({ person })}`,
  subjects: () => '/management/subjects',
  curricula: () => '/management/curricula',
  curriculum: (curriculum: string) => `/management/curricula#/${id(curriculum)}`,
  managedExports: () => '/management/exports',
  managedImports: () => '/management/imports',
  managedImport: (run: string) => `/management/imports#/${id(run)}`,
  managedStorage: () => '/management/storage',
  sharedFiles: (filters: Record<string, string> = {}) => `/management/shared-files${query(filters)}`,
  managedGroups: () => '/management/sharing-groups',
  managedVtrs: () => '/management/vtrs',
  managedResults: () => '/management/results',
  roles: () => '/management/roles',
  organisationSettings: () => '/management/settings',
  alerts: (course: string) => `/management/learning-statistics/learning-progress#/${id(course)}/alert-list`,
  orgRequests: () => '/management/requests',
  orgRequest: () => '/wg-admin/request',
  installation: () => '/installation/organisations',
  trackedResource: (user: string) => `/shared-resource/user/${id(user)}/track-user-resource`,
  vtrs: (vtrs: string, part?: 'files' | 'meetings') => `/vtrs/${id(vtrs)}${query({ part })}`,
  vtrsInvitation: (invitation: string) => `/vtrs/join/${id(invitation)}`,

  pdfEditor: (parameters: PdfEditorParameters) => `/pdf/editor${query(parameters)}`,
  viewer: (kind: 'pdf' | 'ofd' | 'aliyun-office', parameters: Record<string, string | number | boolean | undefined> = {}) =>
    `/note-bene/${kind}-viewer${query(parameters)}`,
  formulaEditor: () => '/static/kityformula/kity_formula_editor.html',
} as const

/** The target of a course's back button, by its course_type; type 11 leads to the previous page. */
export function courseBack(courseType: number, previousPage: () => string | null): string {
  if (courseType === 7) return paths.studios()
  if (courseType === 8) return paths.projects()
  return (courseType === 11 && previousPage()) || paths.courses()
}
