// Switch that makes the attendance of a course an item of its gradebook, with the way there.
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import type { Attendance } from '../../../parts/learning/attendance/queries.ts'
import { bookReads } from '../../../parts/learning/scores/queries.ts'
import { paths } from '../../../paths.ts'
import { invalidate } from '../../../queries.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'

export function ScoreSwitch({ course, score }: { course: string; score: Attendance['score'] }) {
  const t = useTexts('attendance')
  const [busy, setBusy] = useState(false)
  const choose = async (on: boolean) => {
    setBusy(true)
    try {
      await call('PUT /api/courses/:id/attendance/score', { params: { id: course }, body: { on, title: t('attendance') } })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await invalidate('GET /api/courses/:id/attendance', ...bookReads)
    setBusy(false)
  }
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-5 gap-y-1">
      <Switch label={t('asScore')} help={t('asScoreHelp')} checked={score !== null} busy={busy} onChange={(on) => void choose(on)} />
      {score && (
        <Link to={paths.courseScore(course)} className={buttonLook('link')}>
          {t('toScores')}
        </Link>
      )}
    </div>
  )
}
