// The texts that are accepted, each with what it earns.
import type { AcceptedText } from '@lyceum/activity/questions/question-types/shapes'
import { Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { AddButton } from '../../ui/fields/add-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { UploadFile } from '../../ui/editor/editor-uploads.ts'
import { TextField } from '../../ui/fields/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFeedback } from './feedback.tsx'
import { PercentSelect } from './percent-select.tsx'

const noUploads: UploadFile = () => Promise.reject(new Error())

type Rules = { case_sensitive?: boolean; accent_sensitive?: boolean }

export function AcceptedTexts({
  accepted,
  onChange,
  rules,
  onRules,
  fault,
  uploadFile,
}: {
  accepted: readonly AcceptedText[]
  onChange: (accepted: AcceptedText[]) => void
  rules: Rules
  onRules: (rules: Rules) => void
  fault: (n: number) => string | undefined
  /** Without it no feedback can be written. */
  uploadFile?: UploadFile
}) {
  const t = useTexts('questions')
  const put = (n: number, changed: Partial<AcceptedText>) => onChange(accepted.map((one, at) => (at === n ? { ...one, ...changed } : one)))
  const nameOf = (one: AcceptedText, n: number) => one.text || t('accepted', { number: n + 1 })
  const feedback = useFeedback(
    Object.fromEntries(accepted.map((one, n) => [n, one.feedback])),
    (n, html) => put(Number(n), { feedback: html }),
    uploadFile ?? noUploads,
  )
  return (
    <div className="space-y-2">
      <p className="text-caption text-text-3">{t('acceptedHelp')}</p>
      {accepted.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accepted texts have no id, and rows are only added and removed
        <div key={n}>
          <div className="flex items-start gap-2">
            <TextField
              label={t('accepted', { number: n + 1 })}
              hideLabel
              placeholder={t('accepted', { number: n + 1 })}
              value={one.text}
              onChange={(text) => put(n, { text })}
              error={fault(n)}
              maxLength={500}
              className="flex-1"
            />
            <PercentSelect label={t('earns', { name: nameOf(one, n) })} value={one.percent} onChange={(percent) => put(n, { percent })} />
            {uploadFile && feedback.button(String(n), nameOf(one, n))}
            <IconButton
              icon={Trash2}
              size="sm"
              className="mt-1"
              label={t('remove', { name: nameOf(one, n) })}
              off={accepted.length > 1 ? undefined : t('least', { count: 1 })}
              onClick={() => accepted.length > 1 && onChange(accepted.filter((_, at) => at !== n))}
            />
          </div>
          {uploadFile && feedback.line(String(n), nameOf(one, n))}
        </div>
      ))}
      <AddButton
        variant="quiet"
        off={accepted.length < 50 ? undefined : t('mostParts', { count: 50 })}
        onAdd={() => onChange([...accepted, { text: '', percent: '100' }])}
      >
        {t('addAccepted')}
      </AddButton>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Checkbox
          label={t('caseSensitive')}
          checked={rules.case_sensitive ?? false}
          onChange={(case_sensitive) => onRules({ ...rules, case_sensitive })}
        />
        <Checkbox
          label={t('accentSensitive')}
          checked={rules.accent_sensitive ?? true}
          onChange={(accent_sensitive) => onRules({ ...rules, accent_sensitive })}
        />
      </div>
    </div>
  )
}
