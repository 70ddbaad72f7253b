// Every screen of spec §2 has its address, route and entry: the lists of tests/spec/screens.ts against the specification, the routes and paths.ts.
import { matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { toRouterAddress } from './address.ts'
import { pages, plainPages } from './pages.ts'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'
import { headerActions, managementGroups, otherScreens, ownScreens, popups, screens } from '../../tests/spec/screens.ts'
import { builtCoursePages } from './features/course/frame/course-pages.ts'

const lines = (text: string) => text.trim().split('\n')
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
describe('spec §2', () => {
  it('2.1: every page and redirect', () => {
    expect(screens.map(({ address }) => address)).toEqual(
      lines(`
/user/index
/user/courses
/user/studios
/user/project
/user/settings?bindMobile
/user/resource-groups#/{groupId}/members
/login?next={path+hash}
/course/{id}/content
/course/{id}/outline
/course/{id}/enrollments
/course/{id}/score
/course/{id}/warning
/course/{id}/resource
/course/{courseId}/learning-activity#/{activityId}
/course/{courseId}/learning-activity#/exam/{examId}
/course/{courseId}/learning-activity/full-screen#/questionnaire/{id}
/course/{courseId}/learning-activity#/classroom/{id}
/course/{courseId}/live-activities#/{id}/detail
/course/{courseId}/evaluation?redirect=task/{id}/detail
/course/{courseId}/forum?show_sidebar=false#/topics/{topicId}
/course/{courseId}/group-set#/topics/{topicId}?groupId={groupId}
/course/{courseId}/teaching-team#/meeting/{id}
/course/{courseId}/teaching-team#/forum/{id}
/course/join/{accessCode}
/inclass/courses/{id}
/score
/j?p={encoded data}
/bulletin-list/?type=org
/bulletin-list/?type=org&bulletin_id={id}
/bulletin-list/?type=course
/management/
/management/course#/
/management/plan
/management/course/audit
/management/learning-statistics/learning-progress#/{courseId}/alert-list
/wg-admin/request
/shared-resource/user/{userId}/track-user-resource
/vtrs/{id}
/pdf/editor
/note-bene/pdf-viewer
/note-bene/ofd-viewer
/note-bene/aliyun-office-viewer
/static/kityformula/kity_formula_editor.html`),
    )
  })

  it('2.2: every action of the course header', () => {
    expect(names(headerActions)).toEqual(
      lines(`
back
invite users
add module
preview and cancel preview
cancel inspect
enter class mode
switch between lite and normal course
publish and unpublish
review (for managers)
role toggle (instructors simulate student or visitor)`),
    )
  })

  it('2.2: the 17 groups of the management menu', () => {
    const named =
      'lesson, stats, course, curriculum, user, resource, bulletin, storage, warning, reports, subject, score, authz, live class, vtrs, air and live capture'
    expect(names(managementGroups)).toEqual(named.split(/, | and /))
    expect(managementGroups).toHaveLength(17)
  })

  it('2.2: every popup', () => {
    expect(names(popups)).toEqual(
      lines(`
access forbidden
change-password tip
code editor
embed online video
entries select
file hypothesis stats
file previewer (with and without note box)
file upload
folders upload confirmation
upload-not-supported
upload failed
force bind mobile phone
formula editor
invite confirm
unread org bulletin
course publish
switch to lite course
course-package import
workplace-messaging validation
attachment delete confirm
attachment warning
org apply
pre-task
welcome verification e-mail
switch audio/video
alert that a student completed learning
PDF editor with exit confirm`),
    )
  })

  it('2.2: every other screen', () => {
    expect(names(otherScreens)).toEqual(
      lines(`
course menu
calendar views
calendar popups
course invite popup
join-course popup
notes panel
storage bar
transfer-resources job list
prerequisites-locked popup
reusable confirmation modal
course-package selection modal
player error box
search input
pagination control
video-quiz preview`),
    )
  })
})

/** An address with something in the place of each {name}. */
const filled = (address: string) => address.replace(/\{[^}]+\}/g, 'x1')
const match = (address: string) => {
  const to = new URL(toRouterAddress(filled(address)), 'http://x')
  return matchRoutes(routes, { pathname: to.pathname, search: to.search })?.at(-1)?.route
}

describe('every address has its route', () => {
  const routed = [...screens, ...ownScreens].filter(({ address }) => !address.startsWith('/static/'))
  it.each(routed.map((one) => [one.address, one] as const))('%s', (address, { built }) => {
    const route = match(address)
    expect(route?.path).not.toBe('*')
    expect(route).toBeDefined()
    const unbuilt = Boolean((route?.handle as { unbuilt?: string } | undefined)?.unbuilt)
    // what the list calls built has a page, and the other way round
    expect(unbuilt).toBe(built !== true)
  })
  it('and every page has its address in the lists: by them each role, width and language visits it', () => {
    const visited = routed.map(({ address }) => match(address)?.path ?? '')
    // an address with a hash stands for the page without it, too
    const isVisited = (page: string) => visited.some((path) => path === page || path.startsWith(`${page}/-`))
    expect([...Object.keys(pages), ...Object.keys(plainPages)].filter((page) => !isVisited(page))).toEqual([])
  })
  it('and an address that means nothing has none', () => {
    for (const address of ['/nowhere', '/course/x1/nowhere', '/management/nowhere', '/user']) expect(match(address)?.path).toBe('*')
  })
  it('an empty or unknown hash of a course page is caught', () => {
    for (const address of [
      '/course/x1',
      '/course/x1/learning-activity',
      '/course/x1/learning-activity#/a/b/c',
      '/course/x1/live-activities#/',
    ])
      expect(match(address)?.path ?? 'index').not.toBe('*')
  })
})

it('the course menu offers only what has a page', () => {
  for (const key of builtCoursePages) expect(match(`/course/{id}/${key}`)?.handle).not.toHaveProperty('unbuilt')
})

it('every address can be built by paths.ts, exactly as written', () => {
  const made: Record<string, string> = {
    '/user/index': paths.home(),
    '/user/courses': paths.courses(),
    '/user/studios': paths.studios(),
    '/user/project': paths.projects(),
    '/user/settings?bindMobile': paths.settings(true),
    '/user/resource-groups#/{groupId}/members': paths.resourceGroup('x1'),
    '/login?next={path+hash}': paths.login('x1'),
    '/course/{id}/content': paths.content('x1'),
    '/course/{id}/outline': paths.outline('x1'),
    '/course/{id}/enrollments': paths.members('x1'),
    '/course/{id}/score': paths.courseScore('x1'),
    '/course/{id}/warning': paths.warning('x1'),
    '/course/{id}/resource': paths.courseResource('x1'),
    '/course/{courseId}/learning-activity#/{activityId}': paths.activity('x1', 'x1'),
    '/course/{id}/learning-activity#/{activityId}/edit': paths.editText('x1', 'x1'),
    '/course/{id}/learning-activity#/{activityId}/marking': paths.markWork('x1', 'x1'),
    '/course/{id}/learning-activity#/new/{type}': paths.newText('x1', 'x1'),
    '/course/{courseId}/learning-activity#/exam/{examId}': paths.exam('x1', 'x1'),
    '/course/{id}/learning-activity#/exam/{examId}/review/{attemptId}': paths.examReview('x1', 'x1', 'x1'),
    '/course/{id}/learning-activity#/exam/{examId}/paper': paths.examPaper('x1', 'x1'),
    '/course/{id}/learning-activity#/exam/{examId}/invigilation': paths.invigilation('x1', 'x1'),
    '/course/{id}/learning-activity#/exam/{examId}/marking': paths.markAnswers('x1', 'x1'),
    '/course/{id}/learning-activity#/exam/{examId}/statistics': paths.examStatistics('x1', 'x1'),
    '/course/{courseId}/learning-activity/full-screen#/questionnaire/{id}': paths.questionnaire('x1', 'x1'),
    '/course/{courseId}/learning-activity#/classroom/{id}': paths.classroom('x1', 'x1'),
    '/course/{courseId}/live-activities#/{id}/detail': paths.live('x1', 'x1'),
    '/course/{courseId}/evaluation?redirect=task/{id}/detail': paths.evaluation('x1', 'x1'),
    '/course/{id}/forum': paths.forum('x1'),
    '/course/{id}/attendance': paths.attendance('x1'),
    '/course/{courseId}/forum?show_sidebar=false#/topics/{topicId}': paths.forumTopic('x1', 'x1'),
    '/course/{courseId}/group-set#/topics/{topicId}?groupId={groupId}': paths.groupTopic('x1', 'x1', 'x1'),
    '/course/{courseId}/teaching-team#/meeting/{id}': paths.teamMeeting('x1', 'x1'),
    '/course/{courseId}/teaching-team#/forum/{id}': paths.teamForum('x1', 'x1'),
    '/course/join/{accessCode}': paths.join('x1'),
    '/inclass/courses/{id}': paths.classMode('x1'),
    '/score': paths.scores(),
    '/j?p={encoded data}': paths.printed('x1'),
    '/user/settings/notifications': paths.notificationSettings(),
    '/unsubscribe': '/unsubscribe',
    '/management/bulletins': paths.manageBulletins(),
    '/management/notification-rules': paths.notificationRules(),
    '/bulletin-list/?type=org': paths.orgBulletins(),
    '/bulletin-list/?type=org&bulletin_id={id}': paths.orgBulletins('x1'),
    '/bulletin-list/?type=course': paths.courseBulletins(),
    '/management/': paths.management(),
    '/management/course#/': paths.managementCourses(),
    '/management/plan': paths.plan(),
    '/management/course/audit': paths.audit(),
    '/management/learning-statistics/learning-progress#/{courseId}/alert-list': paths.alerts('x1'),
    '/wg-admin/request': paths.orgRequest(),
    '/shared-resource/user/{userId}/track-user-resource': paths.trackedResource('x1'),
    '/vtrs/{id}': paths.vtrs('x1'),
    '/pdf/editor': paths.pdfEditor({}),
    '/note-bene/pdf-viewer': paths.viewer('pdf'),
    '/note-bene/ofd-viewer': paths.viewer('ofd'),
    '/note-bene/aliyun-office-viewer': paths.viewer('aliyun-office'),
    '/static/kityformula/kity_formula_editor.html': paths.formulaEditor(),
    '/login/forgotten': paths.forgotten(),
    '/set-password': paths.setPassword(),
    '/verify-email': paths.verifyEmail(),
    '/user/notifications': paths.notifications(),
    '/user/courses/deleted': paths.deletedCourses(),
    '/user/resources': paths.resources(),
    '/user/resource-groups': paths.resourceGroups(),
    '/user/calendar': paths.calendar(),
    '/user/todo': paths.todo(),
    '/user/notes': paths.notes(),
    '/user/marking': paths.marking(),
    '/search': paths.search(),
    '/course/join': paths.join(),
    '/vtrs/join/{invitation}': paths.vtrsInvitation('x1'),
    '/course/{id}/learning-activity#/{activityId}/questions': paths.activityQuestions('x1', 'x1'),
    '/course/{id}/score/settings': paths.scoreRules('x1'),
    '/course/{id}/settings': paths.courseSettings('x1'),
    '/course/{id}/statistics': paths.courseStatistics('x1'),
    '/course/{id}/groups': paths.courseGroups('x1'),
    '/course/{id}/questions': paths.questions('x1'),
    '/course/{id}/questions#/{questionId}': paths.question('x1', 'x1'),
    '/course/{id}/questions#/new/{questionType}': paths.newQuestion('x1', 'x1'),
    '/user/questions': paths.ownQuestions(),
    '/user/questions#/{questionId}': paths.question(undefined, 'x1'),
    '/user/questions#/new/{questionType}': paths.newQuestion(undefined, 'x1'),
    '/course/{id}/import/{jobId}': paths.courseImport('x1', 'x1'),
    '/management/terms': paths.terms(),
    '/management/meetings': paths.meetings(),
    '/management/score-scales': paths.scoreScales(),
    '/management/allowances': paths.allowances(),
    '/management/questionnaires': paths.questionnaireTemplates(),
    '/management/audit-log': paths.auditLog(),
    '/management/requests': paths.orgRequests(),
    '/installation/organisations': paths.installation(),
    '/management/people': paths.managedPeople(),
    '/management/people#/{personId}': paths.managedPerson('x1'),
    '/management/departments': paths.departments(),
    '/management/study-units': paths.studyUnits(),
    '/management/rooms': paths.rooms(),
    '/management/workplace': paths.workplace(),
    '/management/meeting-providers': paths.meetingProviders(),
    '/management/live': paths.managedLive(),
    '/management/sign-ins': paths.signIns(),
    '/management/results': paths.managedResults(),
    '/management/shared-files': paths.sharedFiles(),
    '/management/sharing-groups': paths.managedGroups(),
    '/management/vtrs': paths.managedVtrs(),
    '/management/subjects': paths.subjects(),
    '/management/curricula': paths.curricula(),
    '/management/curricula#/{curriculumId}': paths.curriculum('x1'),
    '/management/exports': paths.managedExports(),
    '/management/imports': paths.managedImports(),
    '/management/imports#/{importId}': paths.managedImport('x1'),
    '/management/storage': paths.managedStorage(),
    '/management/roles': paths.roles(),
    '/management/settings': paths.organisationSettings(),
  }
  for (const { address } of [...screens, ...ownScreens]) expect(made[address]).toBe(filled(address))
  expect(Object.keys(made)).toHaveLength(screens.length + ownScreens.length)
})
