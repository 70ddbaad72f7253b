// Before an exam is handed in: what is unanswered, what is marked, what is not at the server yet.
import { Flag, HardDrive, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import type { Question } from '../../../parts/learning/attempts/paper.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { Taking } from './use-taking.ts'

export function HandInDialog({
  taking,
  questions,
  missing,
  mayOpen,
  onOpen,
  onClose,
}: {
  taking: Taking
  questions: readonly Question[]
  /** Files that have not arrived in an answer. */
  missing: number
  mayOpen: (number: number) => boolean
  onOpen: (slot: number) => void
  onClose: () => void
}) {
  const t = useTexts('exam')
  const unanswered = questions.filter(({ item }) => (taking.slots.get(item.slot)?.answer ?? null) === null)
  const looked = questions.filter(({ item }) => taking.marked.has(item.slot))
  const waiting = [...taking.slots.values()].filter(({ state }) => state.kind === 'device').length
  const chips = (list: readonly Question[]) => (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {list.map(({ number, item }) => (
        <li key={item.slot}>
          {mayOpen(number) ? (
            <button
              type="button"
              aria-label={t('toQuestion', { number })}
              onClick={() => onOpen(item.slot)}
              className="tabular inline-flex h-8 min-w-8 items-center justify-center rounded-control border border-line-strong bg-surface px-2 text-small font-semibold hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
            >
              {number}
            </button>
          ) : (
            <span className="tabular inline-flex h-8 min-w-8 items-center justify-center rounded-control bg-sunken px-2 text-small text-text-3">
              {number}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('handInTitle')}
      width={560}
      footer={
        <>
          <Button variant="quiet" autoFocus onClick={onClose}>
            {t('goOn')}
          </Button>
          <Button
            variant="primary"
            action="exam.handIn"
            onClick={() => {
              onClose()
              void taking.submit()
            }}
          >
            {t('handInNow')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1 text-body">
        {unanswered.length > 0 ? (
          <div>
            <p className="font-semibold text-warn-text">{t('unanswered', { count: unanswered.length })}</p>
            {chips(unanswered)}
          </div>
        ) : (
          <p>{t('allAnswered', { count: questions.length })}</p>
        )}
        {looked.length > 0 && (
          <div>
            <p className="flex items-center gap-2 font-semibold">
              <Flag aria-hidden size={16} strokeWidth={2} className="shrink-0 fill-bad text-bad" />
              {t('stillMarked', { count: looked.length })}
            </p>
            {chips(looked)}
          </div>
        )}
        {missing > 0 && (
          <Banner tone="warn" icon={TriangleAlert}>
            {t('filesMissing', { count: missing })}
          </Banner>
        )}
        {(waiting > 0 || taking.offline !== undefined) && (
          <Banner tone="warn" icon={HardDrive}>
            {t('handInOffline')}
          </Banner>
        )}
        <p className="text-text-2">{t('handInText')}</p>
      </div>
    </Dialog>
  )
}
