// What identity writes to people, in their language. {name}, {org}, {code}, {minutes} and {hours} are filled in; nobody's own text but a name is.
import type { Locale } from '../organisations/api.ts'

/** `act` is the word on the button of a mail with a link. */
export type MailText = { subject: string; text: string; act?: string; note: string }
export type MailKind = 'code' | 'verify' | 'welcome' | 'passwordChanged' | 'emailChanged'
export type Words = Record<MailKind, MailText> & { greeting: string; sms: string }

export const words: Record<Locale, Words> = {
  en: {
    greeting: 'Hello {name},',
    sms: '{code} is your code for {org}. It works for {minutes} minutes. Do not share it.',
    code: {
      subject: 'Your code for {org}',
      text: 'This is your code. It works once, for {minutes} minutes.',
      note: 'If you did not ask for it, do nothing. Do not share the code.',
    },
    verify: {
      subject: 'Confirm your e-mail address',
      text: 'Confirm that this address is yours, so that {org} can reach you.',
      act: 'Confirm address',
      note: 'The link works for {hours} hours. If you did not ask for it, do nothing.',
    },
    welcome: {
      subject: 'Welcome to {org}',
      text: 'Your account at {org} is ready. Confirm that this address is yours.',
      act: 'Confirm address',
      note: 'The link works for {hours} hours.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      text: 'The password of your account at {org} was changed. You have been signed out on other devices.',
      note: 'If it was not you, choose a new password with “Forgot it?” on the sign-in page and tell your administrator.',
    },
    emailChanged: {
      subject: 'Your e-mail address was changed',
      text: 'Your account at {org} now has another e-mail address. Messages go there from now on.',
      note: 'If it was not you, tell your administrator.',
    },
  },
  'zh-CN': {
    greeting: '{name}，您好：',
    sms: '【{org}】验证码 {code}，{minutes} 分钟内有效。不要告知他人。',
    code: {
      subject: '{org} 验证码',
      text: '这是您的验证码，{minutes} 分钟内有效，仅可使用一次。',
      note: '如非本人操作，忽略即可。不要将验证码告知他人。',
    },
    verify: {
      subject: '确认您的邮箱地址',
      text: '确认这是您本人的邮箱，以便 {org} 与您联系。',
      act: '确认邮箱',
      note: '链接 {hours} 小时内有效。如非本人操作，忽略即可。',
    },
    welcome: {
      subject: '欢迎加入 {org}',
      text: '您在 {org} 的账号已开通。确认这是您本人的邮箱。',
      act: '确认邮箱',
      note: '链接 {hours} 小时内有效。',
    },
    passwordChanged: {
      subject: '您的密码已修改',
      text: '您在 {org} 的账号密码已修改，其他设备均已退出登录。',
      note: '如非本人操作，可在登录页点击“忘记密码？”重新设置，并告知管理员。',
    },
    emailChanged: {
      subject: '您的邮箱地址已更改',
      text: '您在 {org} 的账号已更换邮箱，今后的邮件将发送到新邮箱。',
      note: '如非本人操作，应尽快告知管理员。',
    },
  },
  'zh-TW': {
    greeting: '{name} 您好：',
    sms: '【{org}】驗證碼 {code}，{minutes} 分鐘內有效。不要告訴他人。',
    code: {
      subject: '{org} 驗證碼',
      text: '這是您的驗證碼，{minutes} 分鐘內有效，只能使用一次。',
      note: '若不是您本人的操作，忽略這封信即可。不要把驗證碼告訴他人。',
    },
    verify: {
      subject: '確認您的電子郵件地址',
      text: '確認這是您本人的電子郵件，讓 {org} 能與您聯絡。',
      act: '確認電子郵件',
      note: '連結 {hours} 小時內有效。若不是您本人的操作，忽略這封信即可。',
    },
    welcome: {
      subject: '歡迎加入 {org}',
      text: '您在 {org} 的帳號已開通。確認這是您本人的電子郵件。',
      act: '確認電子郵件',
      note: '連結 {hours} 小時內有效。',
    },
    passwordChanged: {
      subject: '您的密碼已變更',
      text: '您在 {org} 的帳號密碼已變更，其他裝置都已登出。',
      note: '若不是您本人的操作，可在登入頁點選「忘記密碼？」重新設定，並告知管理員。',
    },
    emailChanged: {
      subject: '您的電子郵件地址已變更',
      text: '您在 {org} 的帳號已更換電子郵件，之後的信件會寄到新地址。',
      note: '若不是您本人的操作，應儘快告知管理員。',
    },
  },
  th: {
    greeting: 'เรียน {name}',
    sms: 'รหัสสำหรับ {org} คือ {code} ใช้ได้ภายใน {minutes} นาที อย่าบอกรหัสนี้แก่ผู้ใด',
    code: {
      subject: 'รหัสสำหรับ {org}',
      text: 'รหัสนี้ใช้ได้ครั้งเดียวภายใน {minutes} นาที',
      note: 'หากไม่ได้ขอรหัสนี้ ไม่ต้องทำอะไร อย่าบอกรหัสนี้แก่ผู้ใด',
    },
    verify: {
      subject: 'ยืนยันอีเมลของคุณ',
      text: 'ยืนยันว่าอีเมลนี้เป็นของคุณ เพื่อให้ {org} ติดต่อคุณได้',
      act: 'ยืนยันอีเมล',
      note: 'ลิงก์ใช้ได้ภายใน {hours} ชั่วโมง หากไม่ได้ขอ ไม่ต้องทำอะไร',
    },
    welcome: {
      subject: 'ยินดีต้อนรับสู่ {org}',
      text: 'บัญชีของคุณที่ {org} พร้อมใช้งานแล้ว ยืนยันว่าอีเมลนี้เป็นของคุณ',
      act: 'ยืนยันอีเมล',
      note: 'ลิงก์ใช้ได้ภายใน {hours} ชั่วโมง',
    },
    passwordChanged: {
      subject: 'มีการเปลี่ยนรหัสผ่านของคุณ',
      text: 'มีการเปลี่ยนรหัสผ่านของบัญชีที่ {org} และอุปกรณ์อื่นออกจากระบบแล้ว',
      note: 'หากไม่ใช่คุณ ให้ตั้งรหัสผ่านใหม่ด้วย “ลืมรหัสผ่าน?” ในหน้าเข้าสู่ระบบ และแจ้งผู้ดูแลระบบ',
    },
    emailChanged: {
      subject: 'มีการเปลี่ยนอีเมลของคุณ',
      text: 'บัญชีที่ {org} ใช้อีเมลใหม่แล้ว ต่อไปข้อความจะส่งไปที่อีเมลใหม่',
      note: 'หากไม่ใช่คุณ ให้แจ้งผู้ดูแลระบบ',
    },
  },
  id: {
    greeting: 'Halo {name},',
    sms: '{code} adalah kode Anda untuk {org}. Berlaku {minutes} menit. Jangan beri tahu siapa pun.',
    code: {
      subject: 'Kode Anda untuk {org}',
      text: 'Ini kode Anda. Berlaku {minutes} menit dan hanya dapat dipakai sekali.',
      note: 'Jika Anda tidak memintanya, abaikan saja. Jangan beri tahu siapa pun.',
    },
    verify: {
      subject: 'Konfirmasi alamat email Anda',
      text: 'Konfirmasikan bahwa alamat ini milik Anda agar {org} dapat menghubungi Anda.',
      act: 'Konfirmasi alamat',
      note: 'Tautan berlaku {hours} jam. Jika Anda tidak memintanya, abaikan saja.',
    },
    welcome: {
      subject: 'Selamat datang di {org}',
      text: 'Akun Anda di {org} sudah siap. Konfirmasikan bahwa alamat ini milik Anda.',
      act: 'Konfirmasi alamat',
      note: 'Tautan berlaku {hours} jam.',
    },
    passwordChanged: {
      subject: 'Kata sandi Anda telah diubah',
      text: 'Kata sandi akun Anda di {org} telah diubah. Perangkat lain telah keluar dari akun Anda.',
      note: 'Jika bukan Anda, buat kata sandi baru lewat “Lupa kata sandi?” di halaman masuk dan beri tahu administrator.',
    },
    emailChanged: {
      subject: 'Alamat email Anda telah diubah',
      text: 'Akun Anda di {org} kini memakai alamat email lain. Pesan selanjutnya dikirim ke sana.',
      note: 'Jika bukan Anda, beri tahu administrator.',
    },
  },
  ms: {
    greeting: 'Helo {name},',
    sms: '{code} ialah kod anda untuk {org}. Sah selama {minutes} minit. Jangan beritahu sesiapa.',
    code: {
      subject: 'Kod anda untuk {org}',
      text: 'Ini kod anda. Sah selama {minutes} minit dan hanya boleh digunakan sekali.',
      note: 'Jika anda tidak memintanya, abaikan sahaja. Jangan beritahu sesiapa.',
    },
    verify: {
      subject: 'Sahkan alamat e-mel anda',
      text: 'Sahkan bahawa alamat ini milik anda supaya {org} dapat menghubungi anda.',
      act: 'Sahkan alamat',
      note: 'Pautan sah selama {hours} jam. Jika anda tidak memintanya, abaikan sahaja.',
    },
    welcome: {
      subject: 'Selamat datang ke {org}',
      text: 'Akaun anda di {org} sudah sedia. Sahkan bahawa alamat ini milik anda.',
      act: 'Sahkan alamat',
      note: 'Pautan sah selama {hours} jam.',
    },
    passwordChanged: {
      subject: 'Kata laluan anda telah ditukar',
      text: 'Kata laluan akaun anda di {org} telah ditukar. Peranti lain telah dilog keluar.',
      note: 'Jika bukan anda, tetapkan kata laluan baharu melalui “Lupa kata laluan?” di halaman log masuk dan beritahu pentadbir.',
    },
    emailChanged: {
      subject: 'Alamat e-mel anda telah ditukar',
      text: 'Akaun anda di {org} kini menggunakan alamat e-mel lain. Mesej seterusnya dihantar ke sana.',
      note: 'Jika bukan anda, beritahu pentadbir.',
    },
  },
}
