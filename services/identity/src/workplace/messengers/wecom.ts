// The adapter of WeCom, by its public documentation: an app of the organisation itself, by the organisation's id, the app's secret and agent id.
import {
  type Answer,
  callsOf,
  type Connection,
  cut,
  type Messenger,
  MessengerFailed,
  nationalNumber,
  textOf,
  type Verdict,
} from './messenger.ts'

const [expired, gone, busy] = [new Set(['40014', '42001', '41001']), new Set(['86001', '86003']), new Set(['-1', '45009', '45033'])]
/** Nobody has this number or address here. */
const unknown = ['46004', '60111', '60103']

const verdict = ({ errcode }: Answer): Verdict => {
  const refusal = textOf(errcode) || '0'
  return refusal === '0' ? undefined : { code: refusal, expired: expired.has(refusal), gone: gone.has(refusal), busy: busy.has(refusal) }
}

export function wecom(connection: Connection): Messenger {
  const { corp_id = '', app_secret = '', agent_id = '' } = connection.keys
  const { call, checkKeys } = callsOf(
    connection,
    { verdict, hostOf: () => 'https://qyapi.weixin.qq.com' },
    {
      path: `/cgi-bin/gettoken?${new URLSearchParams({ corpid: corp_id, corpsecret: app_secret })}`,
      fetched: ({ access_token, expires_in }) => ({ token: textOf(access_token), seconds: Number(expires_in) || 0 }),
    },
    (path, token) => ({ path: `${path}?${new URLSearchParams({ access_token: token })}` }),
  )
  const idIn = ({ userid }: Answer) => textOf(userid) || null
  return {
    checkKeys,
    async findUser({ mobile, email }) {
      const byNumber = mobile ? idIn(await call('/cgi-bin/user/getuserid', { mobile: nationalNumber(mobile) }, unknown)) : null
      if (byNumber || !email) return byNumber
      // 1: the address that the organisation has made; 2: the person's own
      for (const email_type of [1, 2]) {
        const byAddress = idIn(await call('/cgi-bin/user/get_userid_by_email', { email, email_type }, unknown))
        if (byAddress) return byAddress
      }
      return null
    },
    async sendText(user, text) {
      const { invaliduser } = await call('/cgi-bin/message/send', {
        touser: user,
        msgtype: 'text',
        agentid: Number(agent_id),
        text: { content: text },
      })
      // answered with success, and names whom it did not reach
      if (textOf(invaliduser) !== '') throw new MessengerFailed('invaliduser')
    },
    async makeChat({ name, owner, users }) {
      const { chatid } = await call('/cgi-bin/appchat/create', { name: cut(name, 50), owner, userlist: users })
      // it is opened in the messenger alone
      return { id: textOf(chatid), url: null }
    },
    async addToChat(chatid, users) {
      await call('/cgi-bin/appchat/update', { chatid, add_user_list: users })
      return []
    },
  }
}
