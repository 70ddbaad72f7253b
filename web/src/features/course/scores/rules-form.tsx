// The form of the rules: categories, items, how it is summed up, late and missing work, scale. Its draft stays until it is saved or left.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/errors/problem-text.ts'
import type { Gradebook } from '../../../parts/scores/queries.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Course } from '../queries.ts'
import { CategoryFields } from './category-fields.tsx'
import { ItemFields } from './item-fields.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { RulesPreview } from './rules-preview.tsx'
import { changesOf, faultsOf, isChanged, type Rules, rulesOf } from './rules-draft.ts'
import { saveRules } from './save-rules.ts'

export function RulesForm({ course, book }: { course: Course; book: Gradebook }) {
  const t = useTexts('score-rules')
  const [start, setStart] = useState(() => ({ rules: rulesOf(book), version: book.policy.version }))
  const [rules, setRules] = useState(start.rules)
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const [tried, setTried] = useState(false)
  const changes = changesOf(start.rules, rules)
  const changed = isChanged(changes)
  const faults = faultsOf(rules)
  const locked = book.policy.final !== null
  // somebody else's change, or my own saved one, is shown as long as nothing is written here
  if (!changed && !asked && JSON.stringify(rulesOf(book)) !== JSON.stringify(start.rules)) {
    const next = { rules: rulesOf(book), version: book.policy.version }
    setStart(next)
    setRules(next.rules)
  }
  const change = (part: Partial<Rules>) => setRules((before) => ({ ...before, ...part }))
  const ask = () => {
    setTried(true)
    setProblem('')
    if (Object.keys(faults).length === 0) setAsked(true)
  }
  const save = async () => {
    try {
      await saveRules(course.id, changes, rules, start.version)
      setStart({ rules, version: start.version + 1 })
      toast({ text: t('saved') })
    } catch (error) {
      setProblem(problemText(error))
    }
    setAsked(false)
  }
  const shownFaults = tried ? faults : {}
  return (
    <>
      {locked && (
        <div className="mt-3">
          <Banner tone="info">{t('locked')}</Banner>
        </div>
      )}
      <fieldset disabled={locked} className="min-w-0">
        <legend className="screen-reader">{t('title')}</legend>
        <CategoryFields rules={rules} faults={shownFaults} onChange={setRules} />
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
        <div className="sticky bottom-(--nav) z-[2] -mx-1 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-1 py-3">
          {changed && (
            <Button variant="quiet" onClick={() => setRules(start.rules)}>
              {t('discard')}
            </Button>
          )}
          <Button variant="primary" off={changed ? undefined : t('nothingChanged')} onClick={ask}>
            {t('look')}
          </Button>
        </div>
      )}
      {asked && <RulesPreview course={course.id} changes={changes} onSave={save} onClose={() => setAsked(false)} />}
    </>
  )
}
