// Notifications that nobody in the organisation can turn off, /management/notification-rules; for managers of the organisation.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../queries.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { number } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'

const rulesQuery = query('GET /api/org/notification-rules')
const channels = ['page', 'mail', 'push'] as const

export default function NotificationRulesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.notificationRules')}>
      <Rules />
    </ManagementFrame>
  )
}

function Rules() {
  const t = useTexts('preferences')
  const { data, error, errorUpdatedAt, refetch } = useQuery(rulesQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const nameOf = (type: string) => translateIfPresent('preferences', `type.${type}`) ?? t('otherType')
  const turn = async (type: string, forced: (typeof channels)[number][]) => {
    try {
      queryClient.setQueryData(
        rulesQuery.queryKey,
        await call('PUT /api/org/notification-rules', { body: { forced: { [type]: forced }, version: data.version } }),
      )
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
      await refetch()
    }
  }
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('rulesText')}</p>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('mailsToday', { today: number(data.mails.today), most: number(data.mails.most) })}</p>
      <div className="surface-card overflow-x-auto">
        <table className="w-full">
          <thead>
            <tr className="text-caption text-text-2">
              <th scope="col" className="px-4 py-2 text-left font-semibold">
                {t('message')}
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-20 px-2 py-2 text-center font-semibold">
                  {t(channel)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.types.map(({ type, forced, always }) => (
              <tr key={type} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-left font-normal">
                  {nameOf(type)}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="px-2 py-2 text-center">
                    <Checkbox
                      hideLabel
                      label={t('cell', { type: nameOf(type), channel: t(channel) })}
                      checked={forced.includes(channel)}
                      off={always.includes(channel) ? t('rulesAlways') : undefined}
                      onChange={(on) =>
                        void turn(type, on ? [...forced, channel] : forced.filter((one) => one !== channel && !always.includes(one)))
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
