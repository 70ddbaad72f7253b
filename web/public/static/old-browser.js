// Browsers older than Chrome 111, Safari 16.4 and Firefox 128 get a plain page. Written for any of them.
;(function () {
  if (window.CSSPropertyRule && window.CSS && CSS.supports && CSS.supports('color', 'oklch(50% 0.1 200)')) return
  var texts = {
    en: { title: 'This browser is too old for Lyceum', text: 'Update it, or use Chrome 111, Edge 111, Safari 16.4, Firefox 128 or newer.' },
    'zh-CN': { title: '此浏览器版本过旧，无法使用 Lyceum', text: '更新浏览器，或改用 Chrome 111、Edge 111、Safari 16.4、Firefox 128 及以上版本。' },
    'zh-TW': { title: '此瀏覽器版本過舊，無法使用 Lyceum', text: '更新瀏覽器，或改用 Chrome 111、Edge 111、Safari 16.4、Firefox 128 以上版本。' },
    th: { title: 'เบราว์เซอร์นี้เก่าเกินไปสำหรับ Lyceum', text: 'อัปเดต หรือใช้ Chrome 111, Edge 111, Safari 16.4, Firefox 128 หรือใหม่กว่า' },
    id: { title: 'Peramban ini sudah usang untuk Lyceum', text: 'Perbarui, atau pakai Chrome 111, Edge 111, Safari 16.4, Firefox 128, atau yang lebih baru.' },
    ms: { title: 'Pelayar ini terlalu usang untuk Lyceum', text: 'Kemas kini, atau gunakan Chrome 111, Edge 111, Safari 16.4, Firefox 128 atau yang lebih baharu.' },
  }
  var say = texts[document.documentElement.lang] || texts.en
  document.title = say.title + ' · Lyceum'
  document.body.innerHTML = '<main style="max-width:36em;margin:4em auto;padding:0 1em;font:16px/1.5 sans-serif"><h1></h1><p></p></main>'
  document.getElementsByTagName('h1')[0].appendChild(document.createTextNode(say.title))
  document.getElementsByTagName('p')[0].appendChild(document.createTextNode(say.text))
})()
