// Dialog of a draw: so many questions of a bank, by folder, tags and types, each worth so many points.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { questionTypes } from '../../../question-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DecimalField } from '../../../ui/fields/decimal-field.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { type Draw, type Entry, isPoints } from './paper-draft.ts'

const whole = '*'
type TypeName = keyof typeof questionTypes
/** Types that are drawn: texts that questions share come with their questions. */
const drawable = (Object.keys(questionTypes) as TypeName[]).filter((type) => type !== 'stimulus')

export default function DrawDialog({
  course,
  entry,
  scored,
  onDone,
  onClose,
}: {
  course: string
  entry: Entry | undefined
  scored: boolean
  onDone: (draw: Draw, points: string) => void
  onClose: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const q = useTexts('questions')
  const before = entry?.draw
  const [bank, setBank] = useState(before?.bank_id ?? '')
  const [folder, setFolder] = useState(before?.folder_id === undefined ? whole : (before.folder_id ?? ''))
  const [tags, setTags] = useState(before?.tags?.join(', ') ?? '')
  const [type, setType] = useState<TypeName | ''>(before?.types?.[0] ?? '')
  const [count, setCount] = useState<number | null>(before?.count ?? 5)
  const [points, setPoints] = useState(entry?.points ?? '1')
  const [submitted, setSubmitted] = useState(false)
  const { data: banks } = useQuery(query('GET /api/banks', { query: { course_id: course, page_size: 100 } }))
  const chosen = bank || banks?.items[0]?.id || ''
  const { data: detail } = useQuery({ ...query('GET /api/banks/:id', { params: { id: chosen } }), enabled: chosen !== '' })
  const wanted = [
    ...new Set(
      tags
        .split(/[,;、，]+/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ]
  const conditions = {
    ...(folder !== whole && { folder_id: folder || 'none' }),
    ...(wanted.length > 0 && { tag: wanted }),
    ...(type && { type }),
  }
  const { data: there } = useQuery({
    ...query('GET /api/banks/:id/questions', {
      params: { id: chosen },
      query: { page_size: 1, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
    }),
    enabled: chosen !== '',
  })
  const wrong = count === null || count < 1 || count > 300
  const save = () => {
    setSubmitted(true)
    if (wrong || chosen === '' || (scored && !isPoints(points))) return focusFirstFault()
    onDone(
      {
        bank_id: chosen,
        ...(folder !== whole && { folder_id: folder || null }),
        ...(wanted.length > 0 && { tags: wanted }),
        ...(type && { types: [type] }),
        count: count ?? 1,
      },
      scored ? points : '0',
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(entry ? 'editDraw' : 'addDraw')}
      description={t('drawText')}
      width={560}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" onClick={save}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Select
          label={t('bank')}
          value={chosen}
          onChange={(next) => {
            setBank(next)
            setFolder(whole)
          }}
          options={banks?.items.map(({ id, title }) => ({ value: id, label: title })) ?? []}
          error={submitted && chosen === '' ? t('bankNeeded') : undefined}
        />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] items-start gap-4">
          <Select
            label={t('folder')}
            value={folder}
            onChange={setFolder}
            options={[
              { value: whole, label: t('wholeBank') },
              { value: '', label: t('noFolder') },
              ...(detail?.folders.map(({ id, title }) => ({ value: id, label: title })) ?? []),
            ]}
          />
          <Select
            label={t('questionType')}
            value={type}
            onChange={(next) => setType(next as TypeName | '')}
            options={[{ value: '', label: t('allTypes') }, ...drawable.map((value) => ({ value, label: q(`type.${value}`) }))]}
          />
          <TextField label={t('tags')} help={t('tagsHelp')} value={tags} onChange={setTags} />
          <NumberField
            label={t('drawCount')}
            value={count}
            onChange={setCount}
            min={1}
            max={300}
            error={submitted && wrong ? t('drawRange') : undefined}
            help={there ? t('drawThere', { count: there.total }) : undefined}
          />
          {scored && (
            <DecimalField
              label={t('pointsEachShort')}
              value={points}
              onChange={setPoints}
              error={submitted && !isPoints(points) ? t('pointsUnread') : undefined}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}
