// Clicks worth counting, as user actions of the statistics service: an element with data-action is reported by beacon, else by POST. A name
// outside this list does not compile, and nothing but these attributes and the screen's size leaves the browser.
export type { ActionName } from '@lyceum/statistics/user-actions/action-names'

type Sender = { person: string; org: string; tracking: boolean }
let sender: Sender | undefined

/** Sets the person and organisation of the actions; `tracking` is the organisation's switch. Nothing is sent until this is set. */
export const setActionSender = (value: Sender | undefined) => {
  sender = value
}

const currentCourse = () => /^\/course\/([0-9a-f-]{36})(?:\/|$)/.exec(window.location.pathname)?.[1]

function post(body: object) {
  const json = JSON.stringify(body)
  const queued = 'sendBeacon' in navigator && navigator.sendBeacon('/api/user-actions', new Blob([json], { type: 'application/json' }))
  if (!queued)
    void fetch('/api/user-actions', { method: 'POST', body: json, headers: { 'content-type': 'application/json' }, keepalive: true }).catch(
      () => {},
    )
}

/** Starts to record clicks; called once, at the start. */
export function recordActions(root: Document = document) {
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
        course_id: currentCourse(),
        path: window.location.pathname,
        attributes,
      })
    },
    { capture: true },
  )
}
