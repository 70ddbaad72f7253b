// The choice of the students of a message by their score, with their number and first names; then the message itself.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { firstNames } from '../../../parts/learning/messages/first-names.ts'
import { Message } from '../../../parts/learning/messages/message.tsx'
import { type MessageTo, mostAddressed } from '../../../parts/learning/messages/queries.ts'
import { unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { percentText, pointsText } from '../../../parts/learning/scores/points-text.ts'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useReturnFocus } from '../../../ui/dialogs/return-focus.ts'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { itemsByCategory, type Row } from './book.ts'
import { byScore, scoredItems } from './by-score.ts'

/** `rows`: those that are shown, in their order. */
export default function ByScoreDialog({
  course,
  book: { policy, items, categories },
  rows,
  onClose,
}: {
  course: string
  book: Gradebook
  rows: readonly Row[]
  onClose: () => void
}) {
  const t = useTexts('messages')
  const ts = useTexts('scores')
  // the message opens in place of the choice
  useReturnFocus()
  const pass = policy.pass_percent === null ? '' : String(policy.pass_percent)
  // '': the total
  const [column, setColumn] = useState('')
  const [kind, setKind] = useState<'below' | 'none'>('below')
  const [below, setBelow] = useState(pass)
  const [to, setTo] = useState<MessageTo>()
  const offered = itemsByCategory(scoredItems(items), categories).flatMap(([, own]) => own)
  const item = offered.find(({ id }) => id === column)
  const needsNumber = kind === 'below' && unitsOf(below) === undefined
  const people = byScore(rows, item, kind === 'below' ? below : null).map(({ student: { id, name } }) => ({ id, name }))
  const tooMany = people.length > mostAddressed ? t('tooMany', { most: mostAddressed }) : undefined
  const off = needsNumber ? ts('refused.notNumber') : people.length === 0 ? ts('nobodyFits') : tooMany
  if (to) return <Message course={course} to={to} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('title')}
      description={t('ofShown', { count: rows.length })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" off={off} onClick={() => setTo({ key: people.map(({ id }) => id).join(), people: async () => people })}>
            {t('write')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-3">
        <Select
          label={t('score')}
          value={column}
          onChange={(next) => {
            setColumn(next)
            // per cent are no points
            setBelow(next === '' ? pass : '')
          }}
          options={[{ value: '', label: `${ts('total')} (%)` }, ...offered.map(({ id, title }) => ({ value: id, label: title }))]}
          autoFocus
        />
        <RadioGroup
          label={t('students')}
          inline
          value={kind}
          onChange={setKind}
          options={[
            { value: 'below', label: t('below') },
            { value: 'none', label: ts('noScoreYet') },
          ]}
        />
        {kind === 'below' && (
          <DecimalField
            label={t('below')}
            help={ts('outOf', { points: item ? pointsText(item.points) : percentText('100') })}
            value={below}
            onChange={setBelow}
          />
        )}
        <div role="status" className="text-small text-text-2">
          <p className="font-medium">{t('reached', { count: people.length })}</p>
          <p className="wrap-break-word">{tooMany ?? firstNames(people, t)}</p>
        </div>
      </div>
    </Dialog>
  )
}
