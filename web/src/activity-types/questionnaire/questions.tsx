// Editor of a questionnaire’s questions: sections of questions from a bank, or all of a template; managers keep them as a template.
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PaperEditor } from '../../parts/learning/questions/paper-editor.tsx'
import { query, queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'

export default function QuestionnaireQuestions({ activity }: { activity: Activity }) {
  const t = useTexts('questionnaire')
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const { id, course_id: course, title } = activity
  const read = query('GET /api/activities/:id/paper', { params: { id } })
  const { data, error, errorUpdatedAt, refetch } = useQuery({ ...read, refetchOnWindowFocus: false })
  if (error && !data) return <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows />
  const keepTemplate = async () => {
    setBusy(true)
    try {
      const paper = await queryClient.fetchQuery({ ...read, staleTime: 0 })
      const sections = paper.sections.map(({ entries, ...section }) => ({
        ...section,
        entries: entries.map(({ question_id, draw, points }) => ({ ...(question_id && { question_id }), ...(draw && { draw }), points })),
      }))
      await call('POST /api/questionnaire-templates', { body: { title, sections } })
      toast({ text: t('templateKept') })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    setBusy(false)
  }
  return (
    <>
      {me.may('terms.change') && (
        <div className="mb-3.5 flex justify-end">
          <Button icon={LayoutTemplate} busy={busy} onClick={() => void keepTemplate()}>
            {t('keepTemplate')}
          </Button>
        </div>
      )}
      <PaperEditor key={id} activity={id} course={course} first={data} published={activity.published} scored={false} />
    </>
  )
}
