// The first look of the pages that are opened from outside most: bars, title and, later, a skeleton, in HTML that the BFF puts into index.html.
// It is painted before the page's code has run. docs/decisions/0047-first-look-in-html.md. Read by the build alone, in Node.
import type { Page, pages } from '../../pages.ts'
import { type Read, reads } from '../../reads.ts'
import { looks } from './looks.ts'

/**
 * `{{title}}` in `html` is the first of these fields that the answer of `read`, one of the page's reads, has; or today's date, where the
 * list that `read` answers has entries. Without it the page has no first look.
 */
export type FirstLook = { html: string; read: Read; title: readonly string[] | 'today' }
type Entrance = { [K in keyof typeof pages]: (typeof pages)[K] extends Page & { entrance: true } ? K : never }[keyof typeof pages]

const bone = (look: string) => `<div class="shimmer h-3 rounded-mark ${look}"></div>`
const rows = `<div class="shimmer h-14 rounded-tile"></div>`.repeat(4)
const page = (content: string, { frame = '', bar = '' } = {}) =>
  `<div class="flex min-h-dvh flex-col pb-(--nav) ${frame}"><div class="${looks.topBar} ${bar}"></div>${content}</div>`
/** The page has a bar of its own, on phones in the place of the shell's. */
const ownBar = { frame: 'max-tablet:[--shown-bar:0px]', bar: 'max-tablet:hidden' }

export const firstLooks: Partial<Record<Entrance, FirstLook>> = {
  '/user/index': {
    read: reads.homeCourses,
    title: 'today',
    html: page(
      `<div class="${looks.homeColumns}"><div class="min-w-0"><h1 id="today" class="${looks.homeTitle}">{{title}}</h1><div class="late mt-8 space-y-3">${rows}</div></div></div>`,
    ),
  },
  '/course/:id/content': {
    read: reads.course,
    title: ['display_name', 'name'],
    html: page(
      `<div class="${looks.courseBar}"><span class="size-(--control) shrink-0"></span><div class="${looks.courseTitleLine} flex-1"><h1 class="${looks.courseTitle} flex-1">{{title}}</h1></div></div><div class="late flex gap-6 p-6 max-tablet:p-4"><div class="w-[172px] shrink-0 space-y-5 max-tablet:hidden">${bone('').repeat(3)}</div><div class="flex-1 space-y-3">${rows}</div></div>`,
      ownBar,
    ),
  },
}
