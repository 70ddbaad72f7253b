// The providers of meetings of the organisation, /management/meeting-providers: an account at each, written, turned on or off, and tried.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { TriedSteps } from '../tried-steps.tsx'
import { AccountForm } from './account-form.tsx'
import { accountsQuery, type MeetingAccount } from './queries.ts'

export default function MeetingProvidersPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.meetingProviders')}>
      <Providers />
    </ManagementFrame>
  )
}

function Providers() {
  const t = useTexts('meeting-providers')
  const { data, error, errorUpdatedAt, refetch } = useQuery(accountsQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <div className="max-w-[760px] space-y-10 pb-16">
      <p className="max-w-[68ch] text-text-2">{t('text')}</p>
      {!data.keepable && <Banner tone="warn">{t('notKeepable')}</Banner>}
      {data.items.map((account) => (
        <div key={account.provider} className="space-y-6">
          <AccountForm account={account} keepable={data.keepable} />
          {account.has_secret && <Test key={account.version} account={account} />}
        </div>
      ))}
    </div>
  )
}

const stepsOf = { bigbluebutton: ['server', 'secret', 'meeting'], tencent: ['secret'] } as const
const reasons = ['time', 'connection', 'address', 'redirect', 'size', 'format'] as const

function Test({ account: { provider } }: { account: MeetingAccount }) {
  const t = useTexts('meeting-providers')
  const tl = useTexts('live')
  const tw = useTexts('workplace')
  const reasonOf = (code: string | null) => {
    if (code === 'checksumError') return t('reason.checksum')
    const known = reasons.find((one) => one === code)
    return known ? tw(`reason.${known}`) : t('reason.code', { code: code ?? '' })
  }
  return (
    <TriedSteps
      title={t('testOf', { provider: tl(`provider.${provider}`) })}
      help={t('testHelp')}
      steps={stepsOf[provider].map((name) => ({ name, label: t(`step.${name}`) }))}
      run={async () =>
        (await call('POST /api/org/meeting-providers/test', { body: { provider } })).steps.map(({ step, ok, error }) => ({
          step,
          ok,
          code: error,
        }))
      }
      reasonOf={reasonOf}
    />
  )
}
