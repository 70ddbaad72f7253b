// The question banks of a course, or of one's own: a bank is chosen, its folders stand beside its questions. The address names it.
import { useQuery } from '@tanstack/react-query'
import { Library, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { isRefusal } from '../../base/errors/refusal.ts'
import { Refused } from '../../base/errors/refused.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { AddQuestion } from './add-question.tsx'
import { BankMenu } from './bank-menu.tsx'
import { FolderTree } from './folder-tree.tsx'
import { QuestionList } from './question-list.tsx'
import { type Bank, bankQuery, banksQuery } from './queries.ts'

const NewBank = laterDialog(() => import('./bank-dialogs.tsx').then(({ NewBankDialog }) => ({ default: NewBankDialog })))
const DeletedBanks = laterDialog(() => import('./bank-dialogs.tsx').then(({ DeletedBanksDialog }) => ({ default: DeletedBanksDialog })))

/** `course`: with the banks that are shared with it; without one those that the reader may read anywhere. */
export function BankView({ course }: { course?: string }) {
  const t = useTexts('banks')
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<'new' | 'deleted'>()
  const { data, error, errorUpdatedAt, refetch } = useQuery(banksQuery(course))
  const wanted = params.get('bank')
  const bank = data?.items.find(({ id }) => id === wanted) ?? data?.items[0]
  const choose = (id: string) => setParams({ bank: id })
  const nameOf = ({ kind, title, course: of }: Bank) =>
    kind === 'course' && of && of.id !== course ? t('bankOfCourse', { title, course: of.name }) : t(`bankOf.${kind}`, { title })
  if (isRefusal(error)) return <Refused error={error} />
  if (error && !data) return <ReadFailed title={t('banksFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <>
      {bank ? (
        <div className="mb-4 flex flex-wrap items-end gap-2">
          <Select
            label={t('bank')}
            value={bank.id}
            onChange={choose}
            options={data.items.map((each) => ({ value: each.id, label: nameOf(each) }))}
            className="w-[360px] max-tablet:w-full"
          />
          <BankMenu
            bank={bank}
            course={course}
            onNew={() => setOpen('new')}
            onDeleted={() => setOpen('deleted')}
            onGone={() => setParams({}, { replace: true })}
          />
          {bank.role === 'edit' && (
            <span className="ml-auto">
              <AddQuestion bank={bank} course={course} />
            </span>
          )}
        </div>
      ) : (
        <Empty title={t('noBanks')} text={t('noBanksText')}>
          <span className="contents" {...dialogTrigger}>
            <Button variant="primary" icon={Plus} onClick={() => setOpen('new')}>
              {t('newBank')}
            </Button>
            <Button icon={Library} onClick={() => setOpen('deleted')}>
              {t('deletedBanks')}
            </Button>
          </span>
        </Empty>
      )}
      {bank && <OpenedBank key={bank.id} bank={bank} course={course} />}
      <Suspense>
        {open === 'new' && (
          <NewBank
            course={course}
            onDone={(id) => {
              setOpen(undefined)
              choose(id)
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'deleted' && <DeletedBanks course={course} onRestored={choose} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

function OpenedBank({ bank, course }: { bank: Bank; course: string | undefined }) {
  const { data } = useQuery(bankQuery(bank.id))
  return (
    <div className="flex items-start gap-5 max-small:flex-col">
      <FolderTree bank={bank} folders={data?.folders ?? []} />
      <div className="w-full min-w-0 flex-1">
        <QuestionList bank={bank} course={course} tags={data?.tags ?? []} owners={data?.owners ?? []} />
      </div>
    </div>
  )
}
