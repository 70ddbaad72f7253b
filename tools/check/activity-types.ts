// Rules of activity types: what depends on a type stands in its folder, activity-types/<type>, of activity and of the page. A type imports no
// other, and no other file names one.
import { ActivityType } from '@lyceum/activity/types/activity-types/api'
import type { Import } from './imports.ts'

/** The sources that name no type. */
const neutral = ['services/activity/src/', 'web/src/', 'services/notification/src/']
const named = /\/(activity-types(\/|\.tsx?$)|generated\/)/

const names = (ActivityType as unknown as { enum: string[] }).enum
/** Words of other things too: they are refused only beside `type`. */
const common = new Set(['page', 'scorm', 'exam', 'questionnaire', 'classroom', 'forum'])
const quoted = (words: string[]) => `['"\`](${words.join('|')})['"\`]`
const patterns = [
  new RegExp(quoted(names.filter((name) => !common.has(name)))),
  new RegExp(`\\b(${names.filter((name) => name.includes('_')).join('|')})\\b`),
  new RegExp(`\\btype\\b["'\`]?\\]?\\s*([!=]==?|=|<>|:|in\\s*\\(|\\bis distinct from\\b)\\s*${quoted([...common])}`),
]

/** The first line of a source that names a type where none may be named; -1 without one. */
export function namesType(file: string, text: string): number {
  if (!neutral.some((folder) => file.startsWith(folder)) || named.test(file) || /\.test\.tsx?$|\/(test|i18n|dev)\//.test(file)) return -1
  return text.split('\n').findIndex((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && patterns.some((pattern) => pattern.test(line)))
}

const folderOf = (path: string) => /^(services\/activity\/src\/types|web\/src)\/activity-types\/([^/]+)\//.exec(path) ?? undefined
const featureOf = (path: string) =>
  /^(?:services\/activity\/src\/(?:[^/]+\/)*|web\/src\/features\/)([^/]+)\/([^/]+)\.tsx?$/.exec(path) ?? undefined

export const typeRules: ((one: Import) => string | false | undefined)[] = [
  ({ file, from }) => {
    const [mine, theirs] = [folderOf(file), folderOf(from)]
    return mine && theirs && mine[0] !== theirs[0] && `an activity type imports no other: ${from}`
  },
  ({ file, from, isTest }) => {
    const feature = folderOf(file) && !isTest && !folderOf(from) ? featureOf(from) : undefined
    const [, folder, name] = feature ?? []
    return (
      feature &&
      !['activity-types', 'types', 'generated'].includes(folder!) &&
      name !== folder &&
      name !== 'api' &&
      `an activity type knows of a feature its domain file alone: ${from}`
    )
  },
  ({ file, from, isTest }) =>
    /\/activity-types\/[^/]+\/definition(\.tsx?)?$/.test(from) &&
    !/\/src\/(types\/)?activity-types\.tsx?$/.test(file) &&
    folderOf(file)?.[0] !== folderOf(from)?.[0] &&
    !isTest &&
    `only activity-types.ts imports the definition of a type: ${from}`,
]
