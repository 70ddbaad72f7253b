// A pasted list of user numbers and addresses, and whom it names: nothing is written before somebody has seen it.
import { CircleCheck, CircleHelp, CircleMinus, Users, type LucideIcon, Repeat2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip, type Tone } from '../../../ui/marks/chip.tsx'
import { TextArea } from '../../../ui/fields/field.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { peopleIn } from './people-in-text.ts'
import type { Course } from '../frame/queries.ts'

export type Checked = Answer<'POST /api/courses/:id/enrollments/preview'>['lines']
type State = Checked[number]['state']

/** The greatest number of people of a request. */
const most = 2000
const looks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  ambiguous: { tone: 'warn', icon: Users },
  unknown: { tone: 'warn', icon: CircleHelp },
  found: { tone: 'ok', icon: CircleCheck },
  member: { tone: 'neutral', icon: CircleMinus },
  repeated: { tone: 'neutral', icon: Repeat2 },
}
/** Findings that ask for a look first. */
const order = Object.keys(looks) as State[]

export function AddByList({
  course,
  text,
  onText,
  checked,
  onChecked,
}: {
  course: Course
  text: string
  onText: (text: string) => void
  checked: Checked | undefined
  onChecked: (checked: Checked | undefined) => void
}) {
  const t = useTexts('members')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lines = checked ? [] : peopleIn(text)
  const check = async () => {
    if (lines.length > most) return setFault(t('tooManyEntries', { most, count: lines.length }))
    setBusy(true)
    try {
      onChecked((await call('POST /api/courses/:id/enrollments/preview', { params: { id: course.id }, body: { lines } })).lines)
    } catch (failure) {
      setFault(Object.values(fieldTexts(failure))[0] || problemText(failure))
    } finally {
      setBusy(false)
    }
  }
  if (checked) {
    const states = order.flatMap((state) => {
      const count = checked.filter((line) => line.state === state).length
      return count > 0 ? [{ state, count }] : []
    })
    return (
      <section aria-label={t('preview')} className="space-y-2.5">
        <div className="flex flex-wrap items-center gap-2" role="status">
          {states.map(({ state, count }) => (
            <Chip key={state} {...looks[state]}>
              {t(`count.${state}`, { count })}
            </Chip>
          ))}
          <Button variant="link" className="ml-auto" onClick={() => onChecked(undefined)}>
            {t('changeList')}
          </Button>
        </div>
        {states.some(({ state }) => state === 'unknown') && <p className="text-small text-text-2">{t('unknownText')}</p>}
        {states.some(({ state }) => state === 'ambiguous') && <p className="text-small text-text-2">{t('ambiguousText')}</p>}
        <Table
          caption={t('preview')}
          compact
          rows={checked.map((line, nth) => ({ ...line, nth })).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))}
          rowKey={({ nth }) => nth}
          columns={[
            { key: 'line', head: t('entry'), cell: ({ line }) => <span className="break-all">{line}</span> },
            { key: 'person', head: t('person'), cell: ({ person }) => [person?.name, person?.klass].filter(Boolean).join(' · ') },
            { key: 'state', head: t('result'), card: 'end', cell: ({ state }) => <Chip {...looks[state]}>{t(`state.${state}`)}</Chip> },
          ]}
        />
      </section>
    )
  }
  return (
    <div className="space-y-2.5">
      <TextArea
        label={t('entries')}
        help={t('entriesHelp')}
        error={fault}
        rows={8}
        value={text}
        spellCheck={false}
        onChange={(value) => {
          onText(value)
          setFault(undefined)
        }}
      />
      <Button busy={busy} off={lines.length === 0 ? t('noEntries') : undefined} onClick={() => void check()}>
        {t('checkEntries', { count: lines.length })}
      </Button>
    </div>
  )
}
