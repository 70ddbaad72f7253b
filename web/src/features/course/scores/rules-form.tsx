// The form of the rules: categories, items, how it is summed up, late and missing work, scale. Its draft stays on this device until it is saved, all
// of it together; what a colleague has saved meanwhile is shown beside it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call, newKey } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { useDraft } from '../../../parts/base/drafts/use-draft.ts'
import { useVersions } from '../../../parts/base/drafts/use-versions.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { bookReads, type Gradebook, gradebookQuery, scalesQuery } from '../../../parts/learning/scores/queries.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'
import { CategoryFields } from './category-fields.tsx'
import { ItemFields } from './item-fields.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { RulesPreview } from './rules-preview.tsx'
import { changesOf, faultsOf, fitting, isChanged, latestOf, onto, previewOf, type Rules, writeOf } from './rules-draft.ts'
import { rulesFields } from './rules-versions.ts'

export function RulesForm({ course, book }: { course: Course; book: Gradebook }) {
  const t = useTexts('score-rules')
  const latest = useMemo(() => latestOf(book), [book])
  const draft = useDraft<Rules>('score-rules', course.id, latest.version, latest.value, { title: t('title'), send: () => ask() })
  const { base } = draft
  const rules = useMemo(() => fitting(draft.value, base), [draft.value, base])
  const { data: scales } = useQuery(scalesQuery)
  const names = [...latest.value.categories, ...base.categories, ...rules.categories]
  const fields = useMemo(() => rulesFields(base, names, scales?.items ?? [], t), [base, JSON.stringify(names), scales, t])
  const versions = useVersions<Rules>({
    draft: {
      ...draft,
      rebase: (version, next, value) =>
        draft.rebase(version, next, (present) => onto(typeof value === 'function' ? value(present) : value, base, next)),
    },
    latest,
    read: async () => latestOf(await queryClient.fetchQuery({ ...gradebookQuery(course.id), staleTime: 0 })),
    fields,
  })
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const [tried, setTried] = useState(false)
  /** The same rules sent again are the same write: its answer may have been lost. */
  const sent = useRef({ body: '', key: '' })
  const changes = changesOf(base, rules)
  const changed = isChanged(changes)
  const faults = faultsOf(rules)
  const locked = book.policy.final !== null
  // somebody else's change is shown as long as nothing is written here
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (!draft.unsent && latest.version > draft.version) draft.rebase(latest.version, latest.value, latest.value)
  }, [latest.version])
  const change = (part: Partial<Rules>) => draft.change({ ...rules, ...part })
  const ask = () => {
    setTried(true)
    setProblem('')
    if (Object.keys(faults).length > 0) focusFirstFault()
    else if (changed) setAsked(true)
  }
  const save = async () => {
    try {
      const saved = await versions.save(async (version) => {
        const body = { ...writeOf(changes, rules), version }
        const text = JSON.stringify(body)
        if (sent.current.body !== text) sent.current = { body: text, key: newKey() }
        const { key } = sent.current
        const stored = latestOf(await call('PUT /api/courses/:id/score-rules', { params: { id: course.id }, body, key }))
        draft.rebase(stored.version, stored.value, stored.value)
      })
      if (saved) {
        setTried(false)
        toast({ text: t('saved') })
        void invalidate(...bookReads)
      }
    } catch (error) {
      setProblem(problemText(error))
    }
    setAsked(false)
  }
  const shownFaults = tried ? faults : {}
  return (
    <>
      <div className="mt-3 space-y-3 empty:hidden">
        {locked && <Banner tone="info">{t('locked')}</Banner>}
        {versions.note}
        <DraftNote draft={draft} compare={versions.compare} />
      </div>
      <fieldset disabled={locked} className="min-w-0">
        <legend className="screen-reader">{t('title')}</legend>
        <CategoryFields rules={rules} faults={shownFaults} onChange={change} />
        <ItemFields rules={rules} onChange={(items) => change({ items })} />
        <PolicyFields policy={rules.policy} onChange={(policy) => change({ policy: { ...rules.policy, ...policy } })} />
      </fieldset>
      {problem && (
        <div className="mt-4">
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        </div>
      )}
      {!locked && (
        <div
          data-buttons
          className="sticky bottom-(--nav) z-[2] -mx-1 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3 [@media(max-height:400px)]:static"
        >
          {changed && (
            <Button variant="quiet" onClick={draft.reset}>
              {t('discard')}
            </Button>
          )}
          <Button variant="primary" off={changed ? undefined : t('nothingChanged')} onClick={ask}>
            {t('look')}
          </Button>
        </div>
      )}
      {asked && <RulesPreview course={course.id} changes={previewOf(changes)} onSave={save} onClose={() => setAsked(false)} />}
    </>
  )
}
