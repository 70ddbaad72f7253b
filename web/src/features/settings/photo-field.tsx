// Field of my photo: shown beside my name everywhere; a file is cut to its middle square before it is sent.
import { Camera, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { queryClient } from '../../queries.ts'
import { type Session, sessionQuery, useMe } from '../../session/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { squarePicture } from './picture.ts'

export function PhotoField() {
  const t = useTexts('settings')
  const me = useMe()
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const show = (avatar_big_url: string | null) => {
    queryClient.setQueryData<Session | null>(
      sessionQuery.queryKey,
      (session) => session && { ...session, user: { ...session.user, avatar_big_url } },
    )
    // lists of people show it too, and read it again when they are next on the page
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }
  const save = async (work: () => Promise<{ avatar_big_url: string | null }>, done: string) => {
    setBusy(true)
    setProblem('')
    try {
      show((await work()).avatar_big_url)
      toast({ text: done })
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = async (chosen: File) => {
    setProblem('')
    const picture = await squarePicture(chosen).catch(() => undefined)
    if (picture === undefined) return setProblem(t('photoUnread'))
    await save(() => call('PUT /api/user/avatar', { body: { picture } }), t('photoSaved'))
  }
  return (
    <div>
      <p className="mb-1 font-medium">{t('photo')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar id={me.id} name={me.name} src={me.avatar_big_url} size={64} label={me.avatar_big_url ? t('photoNow') : t('photoNone')} />
        <div className="flex flex-wrap gap-2">
          <Button icon={Camera} busy={busy} onClick={() => file.current?.click()}>
            {t(me.avatar_big_url ? 'photoChange' : 'photoAdd')}
          </Button>
          {me.avatar_big_url && (
            <Button variant="quiet" icon={Trash2} onClick={() => void save(() => call('DELETE /api/user/avatar'), t('photoRemoved'))}>
              {t('photoRemove')}
            </Button>
          )}
        </div>
        <input
          ref={file}
          type="file"
          accept="image/*"
          aria-label={t('photoChoose')}
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen) void choose(chosen)
          }}
        />
      </div>
      <p role={problem ? 'alert' : undefined} className={problem ? 'mt-1 text-caption text-bad-text' : 'mt-1 text-caption text-text-3'}>
        {problem || t('photoHelp')}
      </p>
    </div>
  )
}
