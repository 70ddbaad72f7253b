// Exhibits of a learning activity in its states, and of an activity whose type the page does not know.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import LearningActivityView from '../../activity-types/learning_activity/view.tsx'
import UnknownView from '../../activity-types/unknown/view.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { queryClient } from '../../queries.ts'
import { exhibit } from '../exhibit.ts'
import { Routed } from '../routed.tsx'
import { WithTexts } from '../with-texts.tsx'

const features = ['learning-activity', 'activity', 'kinds', 'errors'] as const
const at = '2026-11-21T08:00:00.000Z'
const my = {
  percent: 0,
  pages_read: 0,
  completed: false,
  completed_at: null,
  watched_seconds: 0,
  resume_at: 0,
  read_at: at,
  last_seen_at: at,
}
const done = { ...my, percent: 100, completed: true, completed_at: at }
const sample = {
  id: '01900000-0000-7000-8000-000000000002',
  type: 'learning_activity',
  title: 'Collect a sample',
  body: '<p>Take a <strong>litre of water</strong> at low tide and measure its salinity.</p><ul><li>Note the hour.</li></ul>',
  points: null,
  settings: { work: 'none' },
  due_time: null,
  completion_criterion: { kind: 'submitted', percent: null, posts: null },
  my,
} as Partial<Activity> as Activity
const byHand = { ...sample, completion_criterion: { ...sample.completion_criterion, kind: 'by_hand' as const } }

const Framed = ({ children }: { children: ReactNode }) => (
  <Routed>
    <QueryClientProvider client={queryClient}>
      <WithTexts features={features}>{children}</WithTexts>
    </QueryClientProvider>
  </Routed>
)
const shown = (activity: Activity, teaches = false) => (
  <Framed>
    <LearningActivityView activity={activity} teaches={teaches} side={null} onSideReady={() => {}} />
  </Framed>
)

export default exhibit({
  'to do': shown(sample),
  'with points, due later': shown({ ...sample, points: '12.5', due_time: '2099-05-14T10:00:00.000Z' }),
  late: shown({ ...sample, due_time: at }),
  done: shown({ ...sample, my: done }),
  'to be marked by hand': shown(byHand),
  'marked by hand': shown({ ...byHand, my: done }),
  'for who teaches': shown(sample, true),
  'an unknown type': (
    <Framed>
      <UnknownView />
    </Framed>
  ),
})
