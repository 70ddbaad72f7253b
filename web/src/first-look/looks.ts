// Classes of the bars and titles that are drawn twice at the same place: in the first look of a page's HTML (first-looks.ts) and by the page.
export const looks = {
  topBar:
    'sticky top-0 z-(--z-index-shell) flex h-(--bar) items-center border-b border-line bg-surface px-5 max-tablet:px-4 [@media(max-height:400px)]:static',
  courseBar:
    'sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:border-b-0 max-tablet:pr-2',
  /** One line high: the code is shown whole, or not where it would wrap. */
  courseTitleLine: 'flex h-8 min-w-0 flex-wrap items-baseline gap-x-2.5 overflow-hidden leading-8',
  courseTitle: 'max-w-full truncate font-title text-title leading-8 font-bold',
  /** The bulletins above the content of a course, and a row of them. */
  bulletins: 'surface-card mb-3.5 max-w-[1264px] divide-y divide-line overflow-hidden',
  bulletinRow: 'relative flex min-h-10 items-center gap-2.5 px-3.5 py-1 text-small max-tablet:min-h-11',
  /** A row of a student's content, and the title in it. */
  activityRow: 'relative flex min-h-(--row) items-center gap-3 px-3.5 py-0.5 not-last:border-b not-last:border-line max-tablet:py-2.5',
  activityTitle: 'block truncate text-body max-tablet:whitespace-normal',
  homeColumns:
    'mx-auto grid w-full max-w-[1280px] gap-x-8 gap-y-6 px-6 py-5 max-tablet:px-4 small:grid-cols-[minmax(0,1fr)_328px] wide:grid-cols-[minmax(0,1fr)_360px] small:px-8',
  homeTitle: 'font-title text-day font-bold',
}
