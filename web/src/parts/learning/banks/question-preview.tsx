// The preview of a question while it is written; it can be answered, and no answer is stored.
import type { QuestionTypeName } from '@lyceum/activity/questions/question-types/api'
import { useDeferredValue, useId, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { QuestionView } from '../questions/question-view.tsx'
import type { Files } from '../../../question-types/definition.ts'
import { number } from '../../../ui/format.ts'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { arranged, type QuestionForm } from './question-form.ts'

export function QuestionPreview({ type, form, files }: { type: QuestionTypeName; form: QuestionForm; files: Files }) {
  const t = useTexts('banks')
  const id = useId()
  const [answer, setAnswer] = useState<Record<string, unknown>>()
  const { stem, content, points } = useDeferredValue(form)
  const shown = { type, stem, content: arranged(type, content) }
  // what was put in a moment ago is its writer's own
  const known = new Map(
    filesIn(JSON.stringify([stem, content]).replaceAll('\\"', '"')).flatMap((upload): [string, string][] => {
      const address = files.get(upload) ?? pictureSource(upload)
      return address ? [[upload, address]] : []
    }),
  )
  return (
    <section aria-label={t('preview')} className="surface-card p-5 max-tablet:p-4">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-caption font-semibold text-text-2">
          {t('preview')}
        </h2>
        {Number(points) > 0 && (
          <span className="tabular text-caption text-text-3">
            {t('pointsOf', { count: Number(points), shown: number(Number(points), points.split('.')[1]?.length ?? 0) })}
          </span>
        )}
      </div>
      {stem === '' && <p className="mb-3 text-small text-text-3">{t('previewEmpty')}</p>}
      <QuestionView item={shown as never} labelledBy={id} files={known} answer={answer} onAnswer={setAnswer} />
    </section>
  )
}
