// Every screen of spec §2.1 and ours beside it: built, or the capability that builds it. Only built ones are offered anywhere.
export type Capability =
  | 'calendar'
  | 'forum'
  | 'exams'
  | 'gradebook'
  | 'classroom'
  | 'management'
  | 'viewers'
  | 'groups'
  | 'bulletins'
  | 'statistics'
  | 'import'
  | 'search'
  | 'course'
type Screen = { address: string; built: true } | { address: string; built: false; by: Capability }

const built = (address: string): Screen => ({ address, built: true })
const later = (address: string, by: Capability): Screen => ({ address, built: false, by })

export const screens = [
  built('/user/index'),
  built('/user/courses'),
  later('/user/studios', 'course'),
  later('/user/project', 'course'),
  built('/user/settings'),
  later('/user/resource-groups#/{groupId}/members', 'groups'),
  built('/login'),
  built('/course/{id}/content'),
  later('/course/{id}/outline', 'course'),
  built('/course/{id}/enrollments'),
  later('/course/{id}/score', 'gradebook'),
  later('/course/{id}/warning', 'statistics'),
  later('/course/{id}/resource', 'course'),
  built('/course/{courseId}/learning-activity#/{activityId}'),
  later('/course/{courseId}/learning-activity#/exam/{examId}', 'exams'),
  later('/course/{courseId}/learning-activity/full-screen#/questionnaire/{id}', 'exams'),
  later('/course/{courseId}/learning-activity#/classroom/{id}', 'classroom'),
  later('/course/{courseId}/live-activities#/{id}/detail', 'classroom'),
  later('/course/{courseId}/evaluation?redirect=task/{id}/detail', 'exams'),
  later('/course/{courseId}/forum?show_sidebar=false#/topics/{topicId}', 'forum'),
  later('/course/{courseId}/group-set#/topics/{topicId}?groupId={groupId}', 'forum'),
  later('/course/{courseId}/teaching-team#/meeting/{id}', 'calendar'),
  later('/course/{courseId}/teaching-team#/forum/{id}', 'forum'),
  built('/course/join/{accessCode}'),
  later('/inclass/courses/{id}', 'classroom'),
  later('/score', 'gradebook'),
  built('/j?p={encoded data}'),
  later('/bulletin-list/?type=org', 'bulletins'),
  later('/bulletin-list/?type=course', 'bulletins'),
  later('/management/', 'management'),
  later('/management/course#/', 'management'),
  later('/management/plan', 'management'),
  later('/management/course/audit', 'management'),
  later('/management/learning-statistics/learning-progress#/{courseId}/alert-list', 'management'),
  later('/wg-admin/request', 'management'),
  later('/shared-resource/user/{userId}/track-user-resource', 'management'),
  later('/vtrs/{id}', 'management'),
  later('/pdf/editor', 'viewers'),
  later('/note-bene/pdf-viewer', 'viewers'),
  later('/note-bene/ofd-viewer', 'viewers'),
  later('/note-bene/aliyun-office-viewer', 'viewers'),
  later('/static/kityformula/kity_formula_editor.html', 'viewers'),
  // Ours.
  built('/user/notifications'),
  built('/user/resources'),
  built('/course/join'),
  later('/user/calendar', 'calendar'),
  later('/user/todo', 'course'),
  later('/user/marking', 'gradebook'),
  later('/search', 'search'),
  later('/course/{id}/settings', 'course'),
  later('/course/{id}/statistics', 'statistics'),
  later('/course/{id}/groups', 'groups'),
  later('/course/{id}/import/{jobId}', 'import'),
] as const satisfies readonly Screen[]

/** The course menu's entries (nav-setting keys) that lead somewhere now. */
export const builtCourseMenu = ['content', 'enrollments'] as const
