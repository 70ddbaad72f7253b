// Rooms of the page from the ground up: folders and files of web/src. A room imports those before it, so no circle of rooms can come about;
// types and what `import()` loads later are free.
export const webRooms: readonly string[] = [
  // what needs no other, and calls
  'device',
  'paths',
  'address',
  'actions',
  'join-code',
  'elements',
  'client',
  'i18n',
  'reads',
  'queries',
  'hint-lines',
  'permissions',
  'page',
  'management',
  'pages',
  // the design system: its folders stand on the files directly in ui
  'ui',
  ...['dialogs', 'marks', 'fields', 'table', 'order', 'menus', 'text', 'editor', 'chart', 'sheet'].map((folder) => `ui/${folder}`),
  'session',
  // parts of any product
  ...['page', 'errors', 'table'].map((folder) => `parts/base/${folder}`),
  'account',
  'parts/base/sign-in',
  'anchors',
  'player',
  'viewer',
  ...['uploads', 'rich-text', 'drafts', 'people', 'tasks', 'files', 'audit'].map((folder) => `parts/base/${folder}`),
  // parts of learning: those that activity types stand on, and those that know the types
  ...['course', 'activity', 'forms', 'attempts', 'messages'].map((folder) => `parts/learning/${folder}`),
  'question-types',
  ...['questions', 'allowances', 'rubrics', 'work', 'forum', 'votes', 'attendance', 'live', 'notes'].map(
    (folder) => `parts/learning/${folder}`,
  ),
  'packages',
  'activity-types',
  ...['calendar', 'writing', 'activity-actions', 'bulletins', 'scores', 'banks', 'copies', 'notifications'].map(
    (folder) => `parts/learning/${folder}`,
  ),
  // screens, and what frames and starts them
  'first-look',
  'shell',
  ...['frame', 'content', 'plan', 'guest', 'join', 'people', 'groups', 'forum', 'attendance', 'scores', 'settings'].map(
    (folder) => `features/course/${folder}`,
  ),
  'features',
  'formula-page',
  'hints',
  'later',
  'router',
  'routes',
  'main',
]

const page = /^web\/src\/(?!dev\/)(.+?)(?<!\.test|\.test-d)\.tsx?$/
const isIn = (path: string, room: string) => path === room || path.startsWith(`${room}/`)
/** The longest name that a path begins with: ui/fields/field is in ui/fields, ui/button in ui. */
const longestFirst = webRooms.toSorted((a, b) => b.length - a.length)

/** The room of a file of the page, without tests and the gallery of components; undefined of all other files. '' is none that the order knows. */
export function roomOf(file: string): string | undefined {
  const path = page.exec(file)?.[1]
  return path === undefined ? undefined : (longestFirst.find((room) => isIn(path, room)) ?? '')
}

/** Whether an import runs against the order. */
export function runsUp(file: string, from: string): boolean {
  const [mine, theirs] = [roomOf(file), roomOf(from)]
  return Boolean(mine && theirs) && webRooms.indexOf(theirs!) > webRooms.indexOf(mine!)
}
