// Field of a form that chooses a rubric: of another activity while one is being made, written in its editor once it is there.
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { sentences } from '../../../ui/format.ts'
import { copied } from './rubric-versions.ts'
import { rubricBest } from './points.ts'
import { useRubric } from './rubric-shown.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const RubricEditor = laterDialog(async () => (await Promise.all([import('./rubric-editor.tsx'), texts('rubrics', 'drafts')]))[0])
const rubricsQuery = (course: string) => query('GET /api/courses/:id/rubrics', { params: { id: course } })

/** Texts of the `rubrics` feature. `points`: those of the activity in the form, '' for none. */
export function RubricField({
  value,
  onChange,
  fresh,
  points,
  onPoints,
}: {
  value: string
  onChange: (activity: string) => void
  fresh: boolean
  points: string
  onPoints: (points: string) => void
}) {
  const { id: course = '', activityId: activity } = useParams()
  return fresh ? (
    <Taken course={course} value={value} onChange={onChange} />
  ) : activity ? (
    <Present course={course} activity={activity} points={points} onPoints={onPoints} />
  ) : null
}

function Taken({ course, value, onChange }: { course: string; value: string; onChange: (activity: string) => void }) {
  const t = useTexts('rubrics')
  const { data } = useQuery(rubricsQuery(course))
  const offered = data?.items.filter(({ criteria }) => criteria.length > 0) ?? []
  return (
    <Select
      label={t('title')}
      help={t('newLater')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('none') },
        ...offered.map(({ activity_id, title, best }) => ({ value: activity_id, label: sentences(title, t('best', { best })) })),
      ]}
    />
  )
}

type PresentProps = { course: string; activity: string; points: string; onPoints: (points: string) => void }
function Present({ course, activity, points, onPoints }: PresentProps) {
  const t = useTexts('rubrics')
  const { data } = useRubric(activity)
  const [open, setOpen] = useState(false)
  return (
    <div>
      <p className="mb-1 text-body font-medium">{t('title')}</p>
      <Button icon={ListChecks} onClick={() => setOpen(true)}>
        {data && data.criteria.length > 0 ? t('change', { best: rubricBest(data) }) : t('write')}
      </Button>
      {open && (
        <Suspense>
          <RubricEditor activity={activity} course={course} max={points || null} onPoints={onPoints} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Gives an activity that was just made a copy of another one's rubric. */
export async function takeRubric({ id, course_id }: { id: string; course_id: string }, from: string): Promise<void> {
  if (!from) return
  const { items } = await call('GET /api/courses/:id/rubrics', { params: { id: course_id } })
  const rubric = items.find(({ activity_id }) => activity_id === from)
  if (rubric) await call('PUT /api/activities/:id/rubric', { params: { id }, body: { criteria: copied(rubric.criteria), version: 0 } })
}
