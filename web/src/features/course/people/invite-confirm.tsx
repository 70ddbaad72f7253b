// Popup "invite confirm", on any course page with ?invite=: asks the invited person. An invitation that is gone, or whose course is, is said to be.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { courseReads } from '../frame/queries.ts'

/** Of a connection or a server that fails for a while: nothing is said of the course. */
const passes = (status: number) => status === 0 || status === 429 || status >= 500

export default function InviteConfirm({ invite }: { invite: string }) {
  const t = useTexts('members')
  const [, setParams] = useSearchParams()
  const [busy, setBusy] = useState<'accept' | 'decline'>()
  const { data, error } = useQuery({ ...query('GET /api/invites/:id/status', { params: { id: invite } }), retry: false, staleTime: 0 })
  const close = () =>
    setParams(
      (params) => {
        params.delete('invite')
        return params
      },
      { replace: true },
    )
  const isMember = data?.status === 'joined' && !busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there
  useEffect(() => {
    if (isMember) close()
  }, [isMember])
  if (error instanceof CallFailed && error.status === 401) return null
  if (error) {
    const [title, text] =
      error instanceof CallFailed && (error.status === 404 || error.status === 400)
        ? [t('inviteGone'), t('inviteGoneText')]
        : error instanceof CallFailed && !passes(error.status)
          ? [t('courseGone'), t('courseGoneText')]
          : [problemText(error), undefined]
    return (
      <Dialog
        open
        width={416}
        onClose={close}
        title={title}
        {...(text && { description: text })}
        footer={<Button onClick={close}>{t('close')}</Button>}
      />
    )
  }
  if (!data || data.status === 'joined') return null
  const { course, role, inviter, organisation } = data
  const answer = async (how: 'accept' | 'decline') => {
    setBusy(how)
    try {
      if (how === 'accept') {
        await call('POST /api/invites/:id/invite-confirm', { params: { id: invite } })
        await invalidate(...courseReads, 'GET /api/my-courses')
      } else await call('POST /api/invites/:id/decline', { params: { id: invite } })
      close()
      toast({ text: how === 'accept' ? t('joinedNow', { course: course.name }) : t('declined') })
    } catch (failure) {
      setBusy(undefined)
      toast({ text: problemText(failure), error: true })
    }
  }
  return (
    <Dialog
      open
      width={416}
      onClose={close}
      title={t('confirmTitle', { course: course.name })}
      description={t('confirmText', { inviter: inviter?.name ?? organisation.name, role: t(`inviteRole.${role}`) })}
      footer={
        <>
          <Button variant="quiet" className="mr-auto" busy={busy === 'decline'} onClick={() => void answer('decline')}>
            {t('decline')}
          </Button>
          <Button onClick={close}>{t('later')}</Button>
          <Button variant="primary" autoFocus busy={busy === 'accept'} action="course.join" onClick={() => void answer('accept')}>
            {t('accept')}
          </Button>
        </>
      }
    >
      <p className="text-small text-text-2">{[course.course_code, organisation.name].filter(Boolean).join(' · ')}</p>
      {!course.published && <p className="text-small text-text-2">{t('confirmDraft')}</p>}
    </Dialog>
  )
}
