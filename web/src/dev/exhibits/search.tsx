// Exhibits of the search: the matches of every part, one that could not be asked, and none.
import SearchPage from '../../features/search/search-page.tsx'
import { type SearchAnswer, few, searchQuery } from '../../features/search/queries.ts'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'
import { sampleCourse as course } from '../sample-course.ts'
import { answered, WithAnswers } from '../with-answers.tsx'

const features = ['search', 'kinds', 'errors', 'ui'] as const
const found = (items: readonly object[], total = items.length) => ({
  items,
  total,
  page: 1,
  page_size: few,
  pages: 1,
  start: 1,
  end: total,
})
const inCourse = { course_id: course.id, course_name: course.name, course_published: true }
const all = {
  away: [],
  courses: found([
    { ...course, name: 'Tides and currents', instructors: [{ id: '1', name: 'Elena Petrova', avatar: '', role: 'instructor' }] },
  ]),
  activities: found(
    [
      {
        ...inCourse,
        activity_id: 'a1',
        type: 'page',
        title: 'What makes a tide',
        published: true,
        available: true,
        excerpt: [
          { text: 'Twice a day the ', hit: false },
          { text: 'tide', hit: true },
          { text: ' comes home, an hour later each day.', hit: false },
        ],
      },
      {
        ...inCourse,
        activity_id: 'a2',
        type: 'online_video',
        title: 'Tide tables, read aloud',
        published: true,
        available: false,
        excerpt: null,
      },
      { ...inCourse, activity_id: 'a3', type: 'learning_activity', title: 'Tidal pools', published: false, available: true, excerpt: null },
    ],
    14,
  ),
  files: found([{ ...inCourse, id: 'f1', name: 'tide-tables-2026.pdf', type: 'document', size: 482_113, is_folder: false }]),
  people: found(
    people(2).map(({ id, name, no }) => ({ ...inCourse, id, name, user_no: String(no), avatar: '', role: 'student', courses: 2 })),
  ),
} as unknown as SearchAnswer
const none = { away: [], courses: found([]), activities: found([]), files: found([]), people: found([]) } as unknown as SearchAnswer
const shown = (keyword: string, data: SearchAnswer) => (
  <WithAnswers answers={[answered(searchQuery({ keyword, page_size: few }), data)]} at={`/search?q=${keyword}`} features={features}>
    <SearchPage />
  </WithAnswers>
)

export default exhibit({
  'every part': { alone: true, show: shown('tide', all), until: 'main [data-match]' },
  'a part could not be searched': {
    alone: true,
    show: shown('tide', { ...all, away: ['files'], files: undefined }),
    until: 'main [data-match]',
  },
  nothing: { alone: true, show: shown('zzz', none), until: 'main h2, main h3, main p' },
  'not asked yet': { alone: true, show: shown('', none), until: 'main p' },
})
