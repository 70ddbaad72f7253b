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
/** An address of the specification, and true where it is built. Plain values, so that a page that needs one line does not carry the rest. */
type Screen = { address: string; built: true | Capability }

export const screens = [
  { address: '/user/index', built: true },
  { address: '/user/courses', built: true },
  { address: '/user/studios', built: 'course' },
  { address: '/user/project', built: 'course' },
  { address: '/user/settings', built: true },
  { address: '/user/resource-groups#/{groupId}/members', built: 'groups' },
  { address: '/login', built: true },
  { address: '/course/{id}/content', built: true },
  { address: '/course/{id}/outline', built: 'course' },
  { address: '/course/{id}/enrollments', built: true },
  { address: '/course/{id}/score', built: 'gradebook' },
  { address: '/course/{id}/warning', built: 'statistics' },
  { address: '/course/{id}/resource', built: 'course' },
  { address: '/course/{courseId}/learning-activity#/{activityId}', built: true },
  { address: '/course/{courseId}/learning-activity#/exam/{examId}', built: 'exams' },
  { address: '/course/{courseId}/learning-activity/full-screen#/questionnaire/{id}', built: 'exams' },
  { address: '/course/{courseId}/learning-activity#/classroom/{id}', built: 'classroom' },
  { address: '/course/{courseId}/live-activities#/{id}/detail', built: 'classroom' },
  { address: '/course/{courseId}/evaluation?redirect=task/{id}/detail', built: 'exams' },
  { address: '/course/{courseId}/forum?show_sidebar=false#/topics/{topicId}', built: 'forum' },
  { address: '/course/{courseId}/group-set#/topics/{topicId}?groupId={groupId}', built: 'forum' },
  { address: '/course/{courseId}/teaching-team#/meeting/{id}', built: 'calendar' },
  { address: '/course/{courseId}/teaching-team#/forum/{id}', built: 'forum' },
  { address: '/course/join/{accessCode}', built: true },
  { address: '/inclass/courses/{id}', built: 'classroom' },
  { address: '/score', built: 'gradebook' },
  { address: '/j?p={encoded data}', built: true },
  { address: '/bulletin-list/?type=org', built: 'bulletins' },
  { address: '/bulletin-list/?type=course', built: 'bulletins' },
  { address: '/management/', built: 'management' },
  { address: '/management/course#/', built: 'management' },
  { address: '/management/plan', built: 'management' },
  { address: '/management/course/audit', built: 'management' },
  { address: '/management/learning-statistics/learning-progress#/{courseId}/alert-list', built: 'management' },
  { address: '/wg-admin/request', built: 'management' },
  { address: '/shared-resource/user/{userId}/track-user-resource', built: 'management' },
  { address: '/vtrs/{id}', built: 'management' },
  { address: '/pdf/editor', built: 'viewers' },
  { address: '/note-bene/pdf-viewer', built: 'viewers' },
  { address: '/note-bene/ofd-viewer', built: 'viewers' },
  { address: '/note-bene/aliyun-office-viewer', built: 'viewers' },
  { address: '/static/kityformula/kity_formula_editor.html', built: 'viewers' },
  // Ours.
  { address: '/user/notifications', built: true },
  { address: '/user/resources', built: true },
  { address: '/course/join', built: true },
  { address: '/user/calendar', built: 'calendar' },
  { address: '/user/todo', built: 'course' },
  { address: '/user/marking', built: 'gradebook' },
  { address: '/search', built: 'search' },
  { address: '/course/{id}/settings', built: 'course' },
  { address: '/course/{id}/statistics', built: 'statistics' },
  { address: '/course/{id}/groups', built: 'groups' },
  { address: '/course/{id}/import/{jobId}', built: 'import' },
] as const satisfies readonly Screen[]

/** The course menu's entries (nav-setting keys) that lead somewhere now. */
export const builtCourseMenu = ['content', 'enrollments'] as const
