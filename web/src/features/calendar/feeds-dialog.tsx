// Addresses by which other programs read my calendar: made, copied once, revoked.
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { feedsQuery } from '../../parts/learning/calendar/queries.ts'
import { problemText, refusal } from '../../parts/base/errors/problem-text.ts'
import { copyText } from '../../parts/base/page/copy-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select, TextField } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { dateTime } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'

export function FeedsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('calendar')
  const { data } = useQuery(feedsQuery)
  const { data: courses } = useQuery(query('GET /api/my-courses', { query: { page_size: 100 } }))
  const [made, setMade] = useState<string>()
  const form = useForm({
    start: { name: '', course_id: '' },
    check: ({ name }) => ({ name: name.trim() ? undefined : t('nameMissing') }),
    explain: refusal,
    send: async ({ name, course_id }) => {
      const { path } = await call('POST /api/calendar-feeds', { body: { name, course_id: course_id || null } })
      setMade(`${window.location.origin}${path}`)
      form.reset({ name: '', course_id: '' })
      await invalidate('GET /api/calendar-feeds')
    },
  })
  const revoke = async (id: string) => {
    await call('DELETE /api/calendar-feeds/:id', { params: { id } }).catch((failure: unknown) =>
      toast({ text: problemText(failure), error: true }),
    )
    await invalidate('GET /api/calendar-feeds')
  }
  return (
    <Dialog open top onClose={onClose} width={560} title={t('subscribe')} description={t('subscribeText')}>
      <div className="space-y-5">
        {made && (
          <Banner tone="ok">
            <span className="block font-medium">{t('feedMade')}</span>
            <code className="my-1 block text-caption break-all select-all">{made}</code>
            <Button
              size="sm"
              icon={Copy}
              onClick={() => void copyText(made).then((copied) => toast({ text: t(copied ? 'copied' : 'copyByHand') }))}
            >
              {t('copy')}
            </Button>
          </Banner>
        )}
        <FormFrame
          form={form}
          footer={
            <Button variant="primary" type="submit" busy={form.busy}>
              {t('makeFeed')}
            </Button>
          }
        >
          <TextField {...form.field('name')} label={t('feedName')} help={t('feedNameHelp')} maxLength={100} />
          <Select
            {...form.field('course_id')}
            label={t('feedOf')}
            options={[
              { value: '', label: t('feedAll') },
              ...(courses?.items ?? []).map(({ id, name, display_name }) => ({ value: id, label: display_name || name })),
            ]}
          />
        </FormFrame>
        {data && data.feeds.length > 0 && (
          <section>
            <h3 className="mb-1 text-body font-semibold">{t('feeds')}</h3>
            <ul className="divide-y divide-line border-y border-line">
              {data.feeds.map((feed) => (
                <li key={feed.id} className="flex flex-wrap items-center gap-2 py-1.5">
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-break-word">{feed.name}</span>
                    <span className="block text-caption text-text-3">
                      {feed.course_name ?? t('feedAll')} ·{' '}
                      {feed.read_at ? t('feedRead', { time: dateTime(feed.read_at) }) : t('feedUnread')}
                    </span>
                  </span>
                  <Button size="sm" onClick={() => void revoke(feed.id)}>
                    {t('revoke')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
