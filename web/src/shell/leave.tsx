// Signing out, asked about first where drafts are still on this device: for the account menu and for More.
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { countDrafts } from '../parts/drafts/device-drafts.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'

export function useLeave(): { ask: () => Promise<void>; asking: ReactNode } {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const [drafts, setDrafts] = useState(0)
  const leave = async () => {
    try {
      await signOut()
      navigate(paths.login())
    } catch {
      toast({ text: t('signOutFailed'), error: true })
    }
  }
  const ask = async () => {
    const kept = await countDrafts()
    if (kept) setDrafts(kept)
    else await leave()
  }
  return {
    ask,
    asking: (
      <Confirm
        open={drafts > 0}
        danger
        title={t('signOutDrafts')}
        description={t('draftsKept', { count: drafts })}
        confirmLabel={t('signOut')}
        cancelLabel={t('staySignedIn')}
        onConfirm={leave}
        onClose={() => setDrafts(0)}
      />
    ),
  }
}
