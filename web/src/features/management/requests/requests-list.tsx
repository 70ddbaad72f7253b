// The list of requests for those who decide them: open ones with both decisions, decided ones with the reason; the state is in the address.
import { Check, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { Answer } from '../../../client.ts'
import { localeNames, texts, useTexts } from '../../../i18n.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { bytes, date } from '../../../ui/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Empty } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { type Decider, type OrgRequest, type RequestState, requestsQuery } from './queries.ts'

const DecisionDialog = laterDialog(async () => (await Promise.all([import('./decision-dialog.tsx'), texts('errors')]))[0])

const states = ['open', 'agreed', 'rejected'] as const satisfies readonly RequestState[]
const stateOf = (text: string | undefined) => states.find((state) => state === text) ?? 'open'

export function RequestsList({ decider }: { decider: Decider }) {
  const t = useTexts('requests')
  const tm = useTexts('management')
  const [decided, setDecided] = useState<{ request: OrgRequest; decision: 'agree' | 'reject' }>()
  const list = usePaged<Answer<'GET /api/org-requests'>>(
    ({ page, size, filters }) => requestsQuery(decider, { state: stateOf(filters.state), page, page_size: size }) as never,
    { filters: ['state'] },
  )
  const state = stateOf(list.filters.state)
  const empty = <Empty title={t(`none.${state}`)} text={state === 'open' ? t('noneText') : undefined} />
  return (
    <>
      <div className="mb-3">
        <Segmented<(typeof states)[number]>
          label={t('show')}
          value={state}
          onChange={(value) => list.change({ filters: { state: value === 'open' ? undefined : value } })}
          options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </div>
      <PagedList<OrgRequest> list={list} failedTitle={tm('failed')} empty={empty} nothingFits={empty}>
        {(requests) => (
          <ul className="surface-card divide-y divide-line overflow-hidden">
            {requests.map((request) => (
              <li key={request.id}>
                <RequestRow request={request} onDecide={(decision) => setDecided({ request, decision })} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {decided && (
        <Suspense>
          <DecisionDialog {...decided} decider={decider} onClose={() => setDecided(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type RequestRowProps = { request: OrgRequest; onDecide: (decision: 'agree' | 'reject') => void }
function RequestRow({ request, onDecide }: RequestRowProps) {
  const t = useTexts('requests')
  const to = useTexts('organisation')
  const label = useId()
  const { person, kind, role, user_no, department, name, locale, storage_quota, text, state, reason, decided_by, decided_at } = request
  const wish = {
    join: () => t('wish.join', { role: role ? to(`role.${role}`) : '' }),
    new_org: () => t('wish.new_org', { name }),
    storage: () => t('wish.storage', { amount: bytes(storage_quota ?? 0) }),
  }[kind]()
  const facts = [
    person.user_no,
    person.email,
    person.org,
    user_no && t('numberHere', { number: user_no }),
    department?.name,
    locale && localeNames[locale],
    t('since', { date: date(request.created_at) }),
  ]
  return (
    <div className="flex items-start gap-3 px-3.5 py-2.5 max-tablet:flex-wrap">
      <Avatar id={person.id} name={person.name} src={null} size={32} />
      <div className="min-w-0 flex-1 max-tablet:basis-[calc(100%-60px)]">
        <p id={label} className="text-body font-medium wrap-break-word">
          <bdi>{person.name}</bdi>: {wish}
        </p>
        <p className="text-caption wrap-break-word text-text-3">{facts.filter(Boolean).join(' · ')}</p>
        {text && <p className="mt-1 text-small wrap-break-word whitespace-pre-line text-text-2">{text}</p>}
        {state !== 'open' && decided_at && (
          <p className="mt-1 text-small wrap-break-word text-text-2">
            {t('decidedBy', { state: t(`state.${state}`), name: decided_by?.name ?? '–', date: date(decided_at) })}
            {reason && ` ${t('because', { reason })}`}
          </p>
        )}
      </div>
      {state === 'open' && (
        <div className="flex shrink-0 gap-2 max-tablet:ml-[44px]">
          <span {...dialogTrigger}>
            <Button icon={Check} aria-describedby={label} onClick={() => onDecide('agree')}>
              {t('agree')}
            </Button>
          </span>
          <span {...dialogTrigger}>
            <Button icon={X} variant="quiet" aria-describedby={label} onClick={() => onDecide('reject')}>
              {t('reject')}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
