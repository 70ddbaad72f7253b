// The first look of the pages that are opened from outside most: bars, title and what of the content is known at once, as HTML that the BFF puts into
// index.html. It is painted before the page's code has run. docs/decisions/0047-first-look-in-html.md. The build makes web/dist/first-looks.mjs of
// this file, for Node.
import { dayTitles } from '@lyceum/kit/text/day-title'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import type { Answer } from '../client.ts'
import type { Page } from '../page.ts'
import type { pages } from '../pages.ts'
import { type Read, type ReadCall, reads } from '../reads.ts'
import { byModule, type Content } from '../parts/learning/course/content.ts'
import { offeredLists } from '../parts/learning/course/content-lists.ts'
import { looks } from './looks.ts'

export type LookContext = {
  /** The answer of one of the page's first reads; undefined where it is left to the page. */
  answer<K extends ReadCall>(call: K): Answer<K> | undefined
  lang: string
  /** The reader's, as far as it is known. */
  zone: string | undefined
  query: Readonly<Record<string, unknown>>
}
/** `reads`: of the page's reads, those that `html` asks for. Without HTML the page has no first look. */
export type FirstLook = { reads: readonly Read[]; html(given: LookContext): string | undefined }
type Entrance = { [K in keyof typeof pages]: (typeof pages)[K] extends Page & { entrance: true } ? K : never }[keyof typeof pages]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const bone = (look: string) => `<div class="shimmer h-3 rounded-mark ${look}"></div>`
const bones = `<div class="shimmer h-14 rounded-tile"></div>`.repeat(4)
const page = (content: string, { frame = '', bar = '' } = {}) =>
  `<div class="flex min-h-dvh flex-col pb-(--nav) ${frame}"><div class="${looks.topBar} ${bar}"></div>${content}</div>`
/** The page has a bar of its own, on phones in the place of the shell's. */
const ownBar = { frame: 'max-tablet:[--shown-bar:0px]', bar: 'max-tablet:hidden' }

export const firstLooks: Partial<Record<Entrance, FirstLook>> = {
  '/user/index': {
    reads: [reads.homeCourses],
    html: ({ answer, lang, zone }) =>
      // who has no course may be led on, to the management
      answer(reads.homeCourses.call)?.total && zone && isTimeZone(zone)
        ? page(
            `<div class="${looks.homeColumns}"><div class="min-w-0"><h1 id="today" class="${looks.homeTitle}">${escaped(dayTitles(lang, zone)(new Date()))}</h1><div class="late mt-8 space-y-3">${bones}</div></div></div>`,
          )
        : undefined,
  },
  '/course/:id/content': {
    reads: [reads.course, reads.courseContent, reads.courseBulletins],
    html({ answer, query }) {
      const course = answer(reads.course.call)
      if (!course) return undefined
      const content = answer(reads.courseContent.call)
      const isByModule = content && content.activities.length > 0 && !course.can.teach && !course.simulating && query.list === undefined
      return page(
        `<div class="${looks.courseBar}"><span class="size-(--control) shrink-0"></span><div class="${looks.courseTitleLine} flex-1"><h1 class="${looks.courseTitle} flex-1">${escaped(course.display_name || course.name)}</h1></div></div>${
          isByModule
            ? contentLook(content, course.role !== null, answer(reads.courseBulletins.call))
            : `<div class="late flex gap-6 p-6 max-tablet:p-4"><div class="w-[172px] shrink-0 space-y-5 max-tablet:hidden">${bone('').repeat(3)}</div><div class="flex-1 space-y-3">${bones}</div></div>`
        }`,
        ownBar,
      )
    },
  },
}

/** More than a first screen holds. */
const mostRows = 24

/** Titles of a student's activities in their modules, where student-content.tsx shows them. On a phone a row's height depends on its dates. `completes`:
 *  the reader completes activities, and finished modules begin collapsed. */
function contentLook(
  content: Content,
  completes: boolean,
  bulletins: Answer<'GET /api/courses/:id/current-bulletins'> | undefined,
): string {
  let left = mostRows
  const cards = byModule(content)
    .slice(0, mostRows)
    .map(({ activities }) => {
      const isFolded = completes && activities.length > 0 && activities.every(({ my }) => my.completed)
      const rows = isFolded ? [] : activities.slice(0, Math.max(left, 0))
      left -= rows.length + 1
      const list = rows.map(
        ({ title }) =>
          `<li class="${looks.activityRow}"><span class="w-5 shrink-0"></span><span class="size-8 shrink-0 rounded-tile bg-sunken"></span><div class="min-w-0 flex-1"><span class="${looks.activityTitle}">${escaped(title)}</span><p class="text-caption">&#160;</p></div></li>`,
      )
      return `<div class="surface-card overflow-hidden"><div class="flex min-h-10 items-center py-2 pr-3.5 pl-2.5"><span class="w-6 text-section">&#160;</span>${bone('late w-40')}</div>${
        isFolded ? '' : `<ul class="border-t border-line">${list.join('')}</ul>`
      }</div>`
    })
  return `<div class="flex flex-1"><div class="shrink-0 max-tablet:hidden tablet:w-[52px] border-line tablet:border-r small:w-[196px]"></div><div class="min-w-0 flex-1 p-6 pt-3.5 max-tablet:p-4">${bulletinsLook(bulletins)}<div class="flex max-w-[1264px] gap-6 max-small:flex-col"><div class="min-w-0 flex-1"><div class="late space-y-3 tablet:hidden">${bones}</div><div class="max-tablet:hidden"><div class="mb-2.5 flex items-center ${offeredLists(content.activities, false).length > 0 ? 'min-h-(--control)' : 'min-h-6'}"><span class="inline-block py-1 text-small">&#160;</span></div><div class="space-y-3.5">${cards.join('')}</div></div></div><div class="w-[240px] shrink-0 wide:w-[336px] max-small:hidden"></div></div></div></div>`
}

/** The titles of current-bulletins.tsx, and its last row where there are more. */
function bulletinsLook(bulletins: Answer<'GET /api/courses/:id/current-bulletins'> | undefined): string {
  if (!bulletins || bulletins.items.length === 0) return ''
  const titles = bulletins.items.map(({ title }) => escaped(title))
  const rows = [...titles, ...(bulletins.total > titles.length ? ['&#160;'] : [])]
  return `<div class="${looks.bulletins}">${rows.map((title) => `<div class="${looks.bulletinRow}"><span class="size-4 shrink-0"></span><span class="min-w-0 truncate">${title}</span></div>`).join('')}</div>`
}
