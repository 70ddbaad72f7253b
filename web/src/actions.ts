// Clicks worth counting: an element with data-action, told to the statistics service by beacon, else by post. A name that is not in
// this list does not compile, and nothing but these attributes and the screen's size leaves the browser.
export const actionNames = [
  'session.in',
  'session.out',
  'course.open',
  'course.create',
  'course.join',
  'course.publish',
  'course.unpublish',
  'course.preview',
  'course.search',
  'course.invite',
  'code.copy',
  'code.reset',
  'module.add',
  'activity.add',
  'activity.open',
  'activity.publish',
  'upload.start',
  'upload.retry',
  'upload.download',
  'video.play',
  'video.quality',
  'notification.open',
  'notification.read',
  'settings.change',
] as const
export type ActionName = (typeof actionNames)[number]

type Sender = { person: string; org: string; tracking: boolean }
let sender: Sender | undefined

/** Who acts; `tracking` is the organisation's switch. Nothing is sent before this is known. */
export const tellActions = (of: Sender | undefined) => {
  sender = of
}

const courseHere = () => /^\/course\/([0-9a-f-]{36})(?:\/|$)/.exec(window.location.pathname)?.[1]

function post(body: object) {
  const text = JSON.stringify(body)
  const sent = 'sendBeacon' in navigator && navigator.sendBeacon('/api/user-actions', new Blob([text], { type: 'application/json' }))
  if (!sent)
    void fetch('/api/user-actions', { method: 'POST', body: text, headers: { 'content-type': 'application/json' }, keepalive: true }).catch(
      () => {},
    )
}

/** Listens for clicks; once, at the start. */
export function countActions(root: Document = document) {
  root.addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null
      if (!element || !sender?.tracking || element.getAttribute('aria-disabled') === 'true') return
      const attributes: Record<string, string> = {}
      for (const { name, value } of element.attributes)
        if (name.startsWith('data-action-')) attributes[name.slice('data-action-'.length)] = value.slice(0, 200)
      post({
        action: element.dataset.action,
        screen_width: window.screen.width,
        screen_height: window.screen.height,
        user_id: sender.person,
        org_id: sender.org,
        course_id: courseHere(),
        path: window.location.pathname,
        attributes,
      })
    },
    { capture: true },
  )
}
