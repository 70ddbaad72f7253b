// The owner of this browser's push messages: the person who turned them on, and nobody after they have signed out. Others who use the browser read no
// titles of theirs.
import { call } from '../client.ts'

const storageKey = 'lyceum.push'
type Owner = { person: string; device: string }

function ownerOf(): Owner | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const keepPushOwner = (owner: Owner) => localStorage.setItem(storageKey, JSON.stringify(owner))

/** Ends the subscription of this browser, and takes away what is shown of it. */
async function unsubscribe(): Promise<void> {
  localStorage.removeItem(storageKey)
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}

/** Before the person signs out: the server forgets the device, whichever session it was let in by. */
export async function deletePushDevice(): Promise<void> {
  const device = ownerOf()?.device
  // gone already, or no network: the end of the session and of the subscription are left
  if (device) await call('DELETE /api/push-devices/:id', { params: { id: device } }).catch(() => {})
}

/** After signing out, or once somebody else is signed in: nothing more is shown here. A push service answers the next message that it is gone. */
export async function endPushOfOthers(person: string | undefined): Promise<void> {
  const owner = ownerOf()
  if (owner ? owner.person !== person : person === undefined) await unsubscribe().catch(() => {})
}
