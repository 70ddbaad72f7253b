// Every screen of spec §2 and our additional ones: built, or the capability that brings it. The page's own tests compare the lists with its routes
// and its menus.
export type Capability =
  | 'forum'
  | 'exams'
  | 'gradebook'
  | 'classroom'
  | 'management'
  | 'viewers'
  | 'statistics'
  | 'import'
  | 'search'
  | 'notes'
  | 'people'
  | 'course'
  | 'scorm'
  | 'messaging'
/** An address of the specification, and true where it is built. */
type Screen = { address: string; built: true | Capability }
type Named = { name: string; built: true | Capability }

export const screens = [
  { address: '/user/index', built: true },
  { address: '/user/courses', built: true },
  { address: '/user/studios', built: true },
  { address: '/user/project', built: true },
  { address: '/user/settings?bindMobile', built: true },
  { address: '/user/resource-groups#/{groupId}/members', built: true },
  { address: '/login?next={path+hash}', built: true },
  { address: '/course/{id}/content', built: true },
  { address: '/course/{id}/outline', built: true },
  { address: '/course/{id}/enrollments', built: true },
  { address: '/course/{id}/score', built: true },
  { address: '/course/{id}/warning', built: 'statistics' },
  { address: '/course/{id}/resource', built: true },
  { address: '/course/{courseId}/learning-activity#/{activityId}', built: true },
  { address: '/course/{courseId}/learning-activity#/exam/{examId}', built: true },
  { address: '/course/{courseId}/learning-activity/full-screen#/questionnaire/{id}', built: true },
  { address: '/course/{courseId}/learning-activity#/classroom/{id}', built: 'classroom' },
  { address: '/course/{courseId}/live-activities#/{id}/detail', built: 'classroom' },
  { address: '/course/{courseId}/evaluation?redirect=task/{id}/detail', built: true },
  { address: '/course/{courseId}/forum?show_sidebar=false#/topics/{topicId}', built: 'forum' },
  { address: '/course/{courseId}/group-set#/topics/{topicId}?groupId={groupId}', built: 'forum' },
  { address: '/course/{courseId}/teaching-team#/meeting/{id}', built: true },
  { address: '/course/{courseId}/teaching-team#/forum/{id}', built: 'forum' },
  { address: '/course/join/{accessCode}', built: true },
  { address: '/inclass/courses/{id}', built: 'classroom' },
  { address: '/score', built: true },
  { address: '/j?p={encoded data}', built: true },
  { address: '/bulletin-list/?type=org', built: true },
  { address: '/bulletin-list/?type=org&bulletin_id={id}', built: true },
  { address: '/bulletin-list/?type=course', built: true },
  { address: '/management/', built: true },
  { address: '/management/course#/', built: true },
  { address: '/management/plan', built: true },
  { address: '/management/course/audit', built: true },
  { address: '/management/learning-statistics/learning-progress#/{courseId}/alert-list', built: 'management' },
  { address: '/wg-admin/request', built: true },
  { address: '/shared-resource/user/{userId}/track-user-resource', built: 'management' },
  { address: '/vtrs/{id}', built: 'management' },
  { address: '/pdf/editor', built: true },
  { address: '/note-bene/pdf-viewer', built: true },
  { address: '/note-bene/ofd-viewer', built: 'viewers' },
  { address: '/note-bene/aliyun-office-viewer', built: true },
  { address: '/static/kityformula/kity_formula_editor.html', built: true },
] as const satisfies readonly Screen[]

/** Our addresses beyond those of the specification. */
export const ownScreens = [
  { address: '/login/forgotten', built: true },
  { address: '/verify-email', built: true },
  { address: '/set-password', built: true },
  { address: '/user/notifications', built: true },
  { address: '/user/settings/notifications', built: true },
  { address: '/unsubscribe', built: true },
  { address: '/user/courses/deleted', built: true },
  { address: '/user/resources', built: true },
  { address: '/user/resource-groups', built: true },
  { address: '/user/calendar', built: true },
  { address: '/user/todo', built: true },
  { address: '/user/marking', built: true },
  { address: '/search', built: true },
  { address: '/course/join', built: true },
  { address: '/course/{id}/learning-activity#/{activityId}/edit', built: true },
  { address: '/course/{id}/learning-activity#/{activityId}/marking', built: true },
  { address: '/course/{id}/learning-activity#/exam/{examId}/review/{attemptId}', built: true },
  { address: '/course/{id}/learning-activity#/exam/{examId}/paper', built: true },
  { address: '/course/{id}/learning-activity#/exam/{examId}/invigilation', built: true },
  { address: '/course/{id}/learning-activity#/exam/{examId}/marking', built: true },
  { address: '/course/{id}/learning-activity#/exam/{examId}/statistics', built: true },
  { address: '/course/{id}/learning-activity#/new/{type}', built: true },
  { address: '/course/{id}/learning-activity#/{activityId}/questions', built: true },
  { address: '/course/{id}/score/settings', built: true },
  { address: '/course/{id}/settings', built: true },
  { address: '/course/{id}/statistics', built: 'statistics' },
  { address: '/course/{id}/groups', built: true },
  { address: '/course/{id}/questions', built: true },
  { address: '/course/{id}/questions#/{questionId}', built: true },
  { address: '/course/{id}/questions#/new/{questionType}', built: true },
  { address: '/user/questions', built: true },
  { address: '/user/questions#/{questionId}', built: true },
  { address: '/user/questions#/new/{questionType}', built: true },
  { address: '/course/{id}/import/{jobId}', built: 'import' },
  { address: '/management/terms', built: true },
  { address: '/management/meetings', built: true },
  { address: '/management/score-scales', built: true },
  { address: '/management/allowances', built: true },
  { address: '/management/questionnaires', built: true },
  { address: '/management/audit-log', built: true },
  { address: '/management/bulletins', built: true },
  { address: '/management/notification-rules', built: true },
  { address: '/management/people', built: true },
  { address: '/management/people#/{personId}', built: true },
  { address: '/management/departments', built: true },
  { address: '/management/study-units', built: true },
  { address: '/management/rooms', built: true },
  { address: '/management/imports', built: true },
  { address: '/management/imports#/{importId}', built: true },
  { address: '/management/requests', built: true },
  { address: '/installation/organisations', built: true },
  { address: '/management/storage', built: true },
  { address: '/management/roles', built: true },
  { address: '/management/settings', built: true },
] as const satisfies readonly Screen[]

/** The actions of the course header. */
export const headerActions = [
  { name: 'back', built: true },
  { name: 'invite users', built: true },
  { name: 'add module', built: true },
  { name: 'preview and cancel preview', built: true },
  { name: 'cancel inspect', built: true },
  { name: 'enter class mode', built: 'classroom' },
  { name: 'switch between lite and normal course', built: true },
  { name: 'publish and unpublish', built: true },
  { name: 'review (for managers)', built: true },
  { name: 'role toggle (instructors simulate student or visitor)', built: true },
] as const satisfies readonly Named[]

/** The dropdown groups of the management menu. */
export const managementGroups = [
  { name: 'lesson', built: 'management' },
  { name: 'stats', built: 'management' },
  { name: 'course', built: true },
  { name: 'curriculum', built: 'management' },
  { name: 'user', built: true },
  { name: 'resource', built: 'management' },
  { name: 'bulletin', built: true },
  { name: 'storage', built: true },
  { name: 'warning', built: 'management' },
  { name: 'reports', built: true },
  { name: 'subject', built: 'management' },
  { name: 'score', built: true },
  { name: 'authz', built: true },
  { name: 'live class', built: 'management' },
  { name: 'vtrs', built: 'management' },
  { name: 'air', built: 'management' },
  { name: 'live capture', built: 'management' },
] as const satisfies readonly Named[]

export const popups = [
  { name: 'access forbidden', built: true },
  { name: 'change-password tip', built: true },
  { name: 'code editor', built: true },
  { name: 'embed online video', built: true },
  { name: 'entries select', built: 'course' },
  { name: 'file hypothesis stats', built: 'statistics' },
  { name: 'file previewer (with and without note box)', built: 'viewers' },
  { name: 'file upload', built: true },
  { name: 'folders upload confirmation', built: true },
  { name: 'upload-not-supported', built: true },
  { name: 'upload failed', built: true },
  { name: 'force bind mobile phone', built: true },
  { name: 'formula editor', built: true },
  { name: 'invite confirm', built: true },
  { name: 'unread org bulletin', built: true },
  { name: 'course publish', built: true },
  { name: 'switch to lite course', built: true },
  { name: 'course-package import', built: 'import' },
  { name: 'workplace-messaging validation', built: true },
  { name: 'attachment delete confirm', built: true },
  { name: 'attachment warning', built: true },
  { name: 'org apply', built: true },
  { name: 'pre-task', built: true },
  { name: 'welcome verification e-mail', built: true },
  { name: 'switch audio/video', built: true },
  { name: 'alert that a student completed learning', built: 'statistics' },
  { name: 'PDF editor with exit confirm', built: true },
] as const satisfies readonly Named[]

/** The calendar, the popups outside the list, and the stand-alone parts. */
export const otherScreens = [
  { name: 'course menu', built: true },
  { name: 'calendar views', built: true },
  { name: 'calendar popups', built: true },
  { name: 'course invite popup', built: true },
  { name: 'join-course popup', built: true },
  { name: 'notes panel', built: 'notes' },
  { name: 'storage bar', built: true },
  { name: 'transfer-resources job list', built: 'management' },
  { name: 'prerequisites-locked popup', built: true },
  { name: 'reusable confirmation modal', built: true },
  { name: 'course-package selection modal', built: 'import' },
  { name: 'player error box', built: true },
  { name: 'search input', built: true },
  { name: 'pagination control', built: true },
  { name: 'video-quiz preview', built: true },
] as const satisfies readonly Named[]
