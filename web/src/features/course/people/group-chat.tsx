// The chat of the course at the workplace messenger, for who may change the members and where a messenger is on: made, filled, and who is missing in it.
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { query, queryClient } from '../../../queries.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { list } from '../../../ui/format.ts'
import { bringIn } from './bring-in.ts'

const atOnce = 100
/** The most members that the server names as missing. */
const mostMissing = 100
const chatQuery = (course_id: string) => query('GET /api/workplace/chat', { query: { course_id } })

const fill = (course: string, onShare: (share: number) => void) =>
  bringIn({
    read: async (page) => {
      const { items, pages } = await call('GET /api/courses/:id/members', { params: { id: course }, query: { page, page_size: atOnce } })
      return { people: items.map(({ person }) => person.id), pages }
    },
    add: (people) => call('PUT /api/workplace/chat', { query: { course_id: course }, body: { users_2_add: [...people] } }),
    isTooFew: (failure) => failure instanceof CallFailed && failure.problem.code === 'workplace.tooFew',
    onShare,
  })

export default function GroupChat({ course }: { course: string }) {
  const t = useTexts('workplace')
  const { data } = useQuery(chatQuery(course))
  const [busy, setBusy] = useState(false)
  const [share, setShare] = useState(0)
  if (!data?.messenger) return null
  const { messenger, chat_id, url, missing } = data
  const run = async () => {
    setBusy(true)
    setShare(0)
    try {
      const chat = await fill(course, setShare)
      toast(chat ? { text: chat_id ? t('chatFilled') : t('chatMade') } : { text: t('chatNobody'), error: true })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: chatQuery(course).queryKey })
    }
  }
  return (
    <section aria-labelledby="group-chat" className="mt-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id="group-chat" className="mr-auto text-heading font-semibold">
          {t('chat')}
        </h2>
        {url && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonLook()}>
            <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
            {t('openChat')}
          </a>
        )}
        <Button icon={MessagesSquare} busy={busy} onClick={() => void run()}>
          {chat_id ? t('addMissing') : t('makeChat')}
        </Button>
      </div>
      <p role="status" className="text-small text-text-2">
        {busy && share > 0
          ? t('chatBusy', { percent: Math.round(share * 100) })
          : chat_id
            ? t(url ? 'chatThere' : 'chatThereOnly', { messenger: t(`messenger.${messenger}`) })
            : t('chatNone', { messenger: t(`messenger.${messenger}`) })}
      </p>
      {missing.length > 0 && (
        <p className="mt-1 text-small wrap-break-word text-text-2">
          {t(missing.length < mostMissing ? 'chatMissing' : 'chatMissingMany', {
            count: missing.length,
            names: list(missing.map(({ name }) => name)),
          })}{' '}
          {t('chatMissingHelp')}
        </p>
      )}
    </section>
  )
}
