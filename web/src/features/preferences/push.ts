// Push messages of this browser: asks for the permission, subscribes with the installation's key and tells the server.
import { call } from '../../client.ts'
import { started } from '../../device/worker-start.ts'
import { keepPushOwner } from '../../session/push-owner.ts'
import { browserName } from './browser-name.ts'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const supported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export async function pushState(): Promise<PushState> {
  if (!supported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Turns it on; the id of the device, or the state that stands against it. */
export async function enablePush(key: string, person: string): Promise<{ id: string } | { state: PushState }> {
  if (!supported()) return { state: 'unsupported' }
  if ((await Notification.requestPermission()) !== 'granted') return { state: 'denied' }
  const registration = await started(await navigator.serviceWorker.register('/sw.js', { scope: '/' }))
  const before = await registration.pushManager.getSubscription()
  // one of another key, of an installation that is no more, gets nothing
  if (before && textOf(before.options.applicationServerKey) !== key) await before.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  const { id } = await call('POST /api/push-devices', {
    body: {
      endpoint: subscription.endpoint,
      p256dh: textOf(subscription.getKey('p256dh')),
      auth: textOf(subscription.getKey('auth')),
      name: browserName(navigator.userAgent) || 'Browser',
    },
  })
  keepPushOwner({ person, device: id })
  return { id }
}
