// The form of a curriculum: a section for each term with its courses, edited in place. Its draft stays on this device until it is saved, all of it
// together.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { useVersions } from '../../../parts/base/drafts/use-versions.tsx'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { rowRefusal } from '../row-form.tsx'
import {
  coveredQuery,
  type Curriculum,
  type CurriculumFaults,
  curriculumQuery,
  faultsFrom,
  faultsOf,
  mostRows,
  mostTerms,
  refreshCurriculum,
  type TypedRow,
  type Values,
  valuesOf,
} from './curricula.ts'
import { changesOf, curriculumFields, withTyped } from './curriculum-changes.ts'
import { TermSection } from './term-section.tsx'

export function CurriculumForm({ curriculum }: { curriculum: Curriculum }) {
  const t = useTexts('curricula')
  const { id, version } = curriculum
  const draft = useDraft<Values>('curriculum', id, version, valuesOf(curriculum), { title: curriculum.name, send: () => void save() })
  const { data: covered } = useQuery(coveredQuery(id))
  const [faults, setFaults] = useState<CurriculumFaults>({ rows: {} })
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { name, terms, rows } = draft.value
  const versions = useVersions<Values>({
    draft,
    latest: { version, value: valuesOf(curriculum) },
    read: async () => {
      const now = await queryClient.fetchQuery({ ...curriculumQuery(id), staleTime: 0 })
      return { version: now.version, value: valuesOf(now) }
    },
    fields: useMemo(() => curriculumFields(t), [t]),
  })
  const latest = useRef(draft)
  latest.current = draft
  // an untouched form follows what is saved elsewhere
  useEffect(() => {
    const { unsent, version: base, rebase } = latest.current
    if (!unsent && version > base) rebase(version, valuesOf(curriculum), valuesOf(curriculum))
  }, [version, curriculum])
  const clearFaults = () => {
    setFaults({ rows: {} })
    setProblem('')
  }
  const change = (part: Partial<Values>) => {
    draft.change(part)
    clearFaults()
  }
  const write = async (part: ReturnType<typeof changesOf>, against: number): Promise<Curriculum> => {
    const stored = await call('PUT /api/curricula/:id', { params: { id }, body: { ...part, version: against } })
    queryClient.setQueryData(curriculumQuery(id).queryKey, stored)
    void refreshCurriculum()
    return stored
  }
  const takeBack = async (before: Values, after: Curriculum) => {
    try {
      const restored = await write(changesOf(valuesOf(after), before), after.version)
      const { unsent, rebase } = latest.current
      // what is typed since then stays
      if (!unsent) rebase(restored.version, valuesOf(restored), valuesOf(restored))
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const save = async () => {
    const found = faultsOf(draft.value, {
      nameMissing: t('nameMissing'),
      termsWrong: t('termsWrong', { most: mostTerms }),
      codeMissing: t('codeMissing'),
      codeTwice: t('codeTwice'),
      creditsWrong: t('creditsWrong'),
    })
    setFaults(found ?? { rows: {} })
    setProblem('')
    if (found) return focusFirstFault()
    setBusy(true)
    const { value: sent, base: before } = draft
    try {
      await versions.save(async (against) => {
        const stored = await write(changesOf(before, sent), against)
        let isTyped = false
        draft.rebase(stored.version, valuesOf(stored), (present) => {
          const next = withTyped(valuesOf(stored), sent, present)
          isTyped = Object.keys(changesOf(valuesOf(stored), next)).length > 0
          return next
        })
        // the note about what was written before is over
        if (!isTyped) draft.reset()
        toast({ text: t('saved', { name: stored.name }), undo: () => void takeBack(before, stored) })
      })
    } catch (failure) {
      setFaults(faultsFrom(fieldTexts(failure)))
      setProblem(rowRefusal(failure).text)
      focusFirstFault()
    }
    setBusy(false)
  }
  const last = rows.reduce((most, { term }) => Math.max(most, term), 1)
  const shown = Math.min(mostTerms, Math.max(last, terms ?? 1))
  const put = (at: number, part: Partial<TypedRow>) => change({ rows: rows.map((row, nth) => (nth === at ? { ...row, ...part } : row)) })
  return (
    <form
      noValidate
      aria-busy={busy || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && draft.unsent) void save()
      }}
    >
      <div className="space-y-3 empty:hidden">
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-4">
        <TextField
          label={t('name')}
          value={name}
          onChange={(next) => change({ name: next })}
          error={faults.name}
          maxLength={200}
          className="min-w-[min(320px,100%)] flex-1"
        />
        <NumberField
          label={t('terms')}
          value={terms}
          onChange={(next) => change({ terms: next })}
          error={faults.terms}
          min={1}
          max={mostTerms}
          className="w-[160px]"
        />
      </div>
      {Array.from({ length: shown }, (_, at) => at + 1).map((term) => (
        <TermSection
          key={term}
          term={term}
          rows={rows}
          faults={faults.rows}
          covered={covered}
          full={rows.length >= mostRows ? t('mostRows', { most: mostRows }) : undefined}
          onChange={put}
          onRemove={(nth) => change({ rows: rows.filter((_, one) => one !== nth) })}
          onAdd={() => change({ rows: [...rows, { term, course_code: '', compulsory: true, credits: 3 }] })}
        />
      ))}
      {problem && (
        <div className="mt-4">
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        </div>
      )}
      <div
        data-buttons
        className="sticky bottom-(--nav) z-[2] -mx-1 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3 [@media(max-height:400px)]:static"
      >
        {draft.unsent && (
          <Button
            variant="quiet"
            onClick={() => {
              draft.reset()
              clearFaults()
            }}
          >
            {t('discard')}
          </Button>
        )}
        <Button variant="primary" type="submit" busy={busy} off={draft.unsent ? undefined : t('nothingChanged')}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
