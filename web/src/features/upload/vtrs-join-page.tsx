// Join page of a group of teaching and research, /vtrs/join/{code}: the group that an invitation opens, and a button that joins it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { type Answer, CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { cleanAccessCode } from '../../ui/fields/access-code.ts'
import { date, list } from '../../ui/format.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { SkeletonText } from '../../ui/states.tsx'

type Offer = Answer<'GET /api/resource-group-invitations/:code'>

/** Opening the page only shows the group; joining needs the button. */
export default function VtrsJoinPage() {
  const t = useTexts('upload')
  const { invitation = '' } = useParams()
  const code = cleanAccessCode(invitation)
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/resource-group-invitations/:code', { params: { code } }))
  return (
    <div className="mx-auto w-full max-w-[560px] p-6 max-tablet:p-4">
      <PageTitle title={t('joinGroupTitle')} className="mb-3 font-title text-title font-bold" />
      {error instanceof CallFailed && [400, 403, 404].includes(error.status) ? (
        <Refused error={error} byRole />
      ) : error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : data ? (
        <GroupOffer code={code} offer={data} />
      ) : (
        <div className="surface-card p-4">
          <SkeletonText />
        </div>
      )}
    </div>
  )
}

function GroupOffer({ code, offer: { group, org, led_by, member_count, joined, expires_at } }: { code: string; offer: Offer }) {
  const t = useTexts('upload')
  const me = useMe()
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const open = () => void go(paths.vtrs(group.id))
  const join = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await call('POST /api/resource-group-invitations/:code/join', { params: { code } })
      await invalidate('GET /api/resource-groups', 'GET /api/resource-group-invitations/:code')
      open()
    } catch (failure) {
      setFault(problemText(failure))
      setBusy(false)
    }
  }
  return (
    <article className="surface-card space-y-3 p-4">
      <div>
        <h2 className="font-title text-title font-bold wrap-anywhere">{group.name}</h2>
        <p className="text-small text-text-2">
          {org.name} · {t('membersCount', { count: member_count })}
        </p>
      </div>
      {led_by.length > 0 && <p className="text-small">{t('ledBy', { names: list(led_by) })}</p>}
      {joined ? (
        <p className="text-small text-text-2">{t('joinedAlready')}</p>
      ) : (
        <p className="text-small text-text-2">{me.org?.id === org.id ? t('joinOwnText') : t('joinText', { school: me.org?.name ?? '' })}</p>
      )}
      {fault && (
        <Banner tone="bad" urgent>
          {fault}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!joined && <span className="flex-1 text-caption text-text-3">{t('validUntil', { when: date(expires_at) })}</span>}
        {joined ? (
          <Button variant="primary" onClick={open}>
            {t('openGroup')}
          </Button>
        ) : (
          <Button variant="primary" size="lg" className="max-tablet:w-full" busy={busy} onClick={() => void join()}>
            {t('joinGroup')}
          </Button>
        )}
      </div>
    </article>
  )
}
