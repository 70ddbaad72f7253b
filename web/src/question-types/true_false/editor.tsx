// True or false.
import { Fragment } from 'react'
import { useTexts } from '../../i18n.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import type { EditorProps } from '../definition.ts'
import { useFeedback } from '../parts/feedback.tsx'

const values = ['true', 'false'] as const

export default function TrueFalseEditor({ keyOf, keyless, onChange, uploadFile }: EditorProps<'true_false'>) {
  const t = useTexts('questions')
  const feedback = useFeedback(
    keyOf.feedback ?? {},
    (value, html) => onChange({ key: { ...keyOf, feedback: { ...keyOf.feedback, [value]: html } } }),
    uploadFile,
  )
  if (keyless) return null
  return (
    <div className="space-y-2">
      <RadioGroup
        label={t('rightAnswer')}
        inline
        value={keyOf.right ? 'true' : 'false'}
        onChange={(value) => onChange({ key: { ...keyOf, right: value === 'true' } })}
        options={[
          { value: 'true', label: t('true') },
          { value: 'false', label: t('false') },
        ]}
      />
      <div className="flex flex-wrap items-center gap-x-4">
        {values.map((value) => (
          <span key={value} className="inline-flex items-center gap-1 text-body text-text-2">
            {t('feedbackTo', { name: t(value) })}
            {feedback.button(value, t(value))}
          </span>
        ))}
      </div>
      {values.map((value) => (
        <Fragment key={value}>{feedback.line(value, t(value))}</Fragment>
      ))}
    </div>
  )
}
