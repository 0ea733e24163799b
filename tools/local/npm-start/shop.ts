import { type HttpResponse, startHttpServer } from '../http-server.ts';

interface ShopOptions {
  port: number;
  chatUrl: string;
  /** Undefined until the web chat is switched on. */
  findSiteId: () => string | undefined;
}

const products = [
  ['Desk lamp', 'Warm light, one switch.', '€49'],
  ['Notebook', '192 pages that lie flat.', '€14'],
  ['Teapot', 'A liter, with a strainer.', '€38'],
] as const;

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c2430; background: #f6f4ef; }
header, main { max-width: 56rem; margin: auto; padding: 1.5rem; }
header { display: flex; justify-content: space-between; align-items: baseline; }
h1 { font-size: 1.25rem; margin: 0; }
ul { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
li { background: #fff; border: 1px solid #e2ddd2; border-radius: 12px; padding: 1.25rem; }
li b { display: block; }
`;

/**
 * A shop that has the web chat, on another host and with a strict policy of its own, as a careful customer's would be:
 * one origin for scripts and frames, and no connections.
 */
export const startShop = async ({ port, chatUrl, findSiteId }: ShopOptions) => {
  const { port: shopPort, stop } = await startHttpServer({
    port,
    portSetting: 'SHOP_PORT',
    isOnIpv6: true,
    answer: async ({ url = '/' }) => answer(url.split('?')[0] ?? '/', chatUrl, findSiteId()),
    answerMalformed: () => text(400, 'This is not an HTTP request.'),
  });
  return { url: `http://localhost:${shopPort}`, stop };
};

const text = (statusCode: number, body: string, contentType = 'text/plain'): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': `${contentType}; charset=utf-8`, 'Cache-Control': 'no-store' },
  body: Buffer.from(body),
});

const answer = (path: string, chatUrl: string, siteId: string | undefined): HttpResponse => {
  if (path === '/shop.css') return text(200, style, 'text/css');
  if (path !== '/' && path !== '/delivery') return text(404, 'Not found.');
  const page = text(200, toPage(path, chatUrl, siteId), 'text/html');
  const policy = `default-src 'none'; style-src 'self'; script-src ${chatUrl}; frame-src ${chatUrl}; base-uri 'none'`;
  return { ...page, headers: { ...page.headers, 'Content-Security-Policy': policy } };
};

const toPage = (path: string, chatUrl: string, siteId: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${path === '/' ? 'Plain Goods' : 'Delivery – Plain Goods'}</title>
<link rel="stylesheet" href="/shop.css">
${siteId === undefined ? '<meta http-equiv="refresh" content="1">' : `<script async src="${chatUrl}/chat.js" data-site="${siteId}"></script>`}
</head>
<body>
<header><h1>Plain Goods</h1><nav><a href="/">Shop</a> <a href="/delivery">Delivery</a></nav></header>
<main>
${path === '/' ? toList() : '<p>We deliver within three days. Ask us if it takes longer.</p>'}
</main>
</body>
</html>
`;

const toList = (): string =>
  `<ul>${products.map(([name, about, price]) => `<li><b>${name}</b>${about}<p>${price}</p></li>`).join('')}</ul>`;
