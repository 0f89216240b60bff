// check.mjs DIRECTORY: reads lines of JSON {name, deal, charts, html, references, notes, inserted} and looks at each
// page in Chromium, under the Content-Security-Policy that a host would send. What must hold of each is a function of
// `checks` that returns what is wrong, or nothing. Pictures of the first page go to the directory.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import path from "node:path";
import fs from "node:fs";

const require = createRequire(path.join(process.env.MEMOCITE_NPM, "package.json"));
const { chromium } = require("playwright-core");
const { HtmlValidate } = require("html-validate");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const HOST = "http://memo.test/";
const validator = new HtmlValidate({ extends: ["html-validate:recommended"] });
const directory = process.argv[2];

const shortened = (list) => (list.length === 0 ? null : `${list.length}: ${list.slice(0, 3).join("; ")}`);

// In dark only the rules about colours: all others have the same to look at.
async function violations(page, scheme) {
	await page.emulateMedia({ colorScheme: scheme });
	await page.evaluate(axe);
	const rules = scheme === "dark" ? { runOnly: ["color-contrast", "link-in-text-block"] } : {};
	const result = await page.evaluate((options) => axe.run(document, { ...options, resultTypes: ["violations"] }), rules);
	return shortened(result.violations.map((v) => `${v.id} at ${v.nodes[0].target}: ${v.nodes[0].failureSummary}`.replaceAll("\n", " ")));
}

const checks = {
	"is valid": async (page, memo) => {
		const report = await validator.validateString(memo.html);
		return shortened(report.results.flatMap((r) => r.messages.map((m) => `${m.line}:${m.column} ${m.ruleId} ${m.message}`)));
	},
	"needs nothing and runs nothing": async (page) =>
		page.evaluate(() => {
			const wrong = [];
			for (const element of document.querySelectorAll("*")) {
				for (const { name, value } of element.attributes) {
					if (name.startsWith("on") || name === "style") wrong.push(name);
					if (name === "href" && !/^(#|https?:\/\/|mailto:)/.test(value)) wrong.push(value);
					if (name === "src" && !value.startsWith("data:image/")) wrong.push(value);
				}
				if (/^(IFRAME|OBJECT|EMBED|LINK|BASE|FORM|INPUT)$/.test(element.tagName)) wrong.push(element.tagName);
				if (element.tagName === "SCRIPT") wrong.push("script");
			}
			return wrong.length > 0 ? wrong.slice(0, 3).join(" ") : null;
		}),
	"has ids that are its own, once": async (page, memo) =>
		page.evaluate((prefix) => {
			const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
			const strange = ids.filter((id) => !id.startsWith(prefix));
			const lost = [...document.querySelectorAll("a[href^='#']")].map((a) => a.getAttribute("href").slice(1)).filter((id) => !ids.includes(id));
			return new Set(ids).size < ids.length ? "an id twice" : strange[0] || lost[0] || null;
		}, `memo-${memo.deal}-`),
	"numbers its references as the ledger": async (page, memo) => {
		const found = await page.evaluate(() => [...document.querySelectorAll("a[role=doc-noteref]")].map((a) => Number(a.textContent)));
		const notes = await page.locator("[role=doc-endnotes] li[id]").count();
		return JSON.stringify(found) !== JSON.stringify(memo.references) ? `${found.slice(0, 9)} for ${memo.references.slice(0, 9)}`
			: notes !== Number(memo.notes) ? `${notes} notes for ${memo.notes}` : null;
	},
	"jumps to notes and back": async (page) =>
		page.evaluate(() => {
			const seen = (element) => {
				const box = element.getBoundingClientRect();
				return document.querySelector(":target") === element && box.bottom > 0 && box.top < innerHeight;
			};
			const backs = new Set(document.querySelectorAll("a[role=doc-backlink]"));
			for (const reference of document.querySelectorAll("a[role=doc-noteref]")) {
				const note = document.getElementById(reference.getAttribute("href").slice(1));
				reference.click();
				if (!note || !seen(note) || note.value !== Number(reference.textContent)) return `${reference.id} does not lead to its note`;
				const back = note.querySelector(`a[href="#${reference.id}"]`);
				if (!back || !backs.delete(back)) return `${note.id} has no way back to ${reference.id}`;
				back.click();
				if (!seen(reference)) return `${note.id} does not lead back to ${reference.id}`;
			}
			return backs.size > 0 ? `${backs.size} ways back to nothing` : null;
		}),
	"shows its charts": async (page, memo) => {
		const figures = await page.evaluate(() => [...document.querySelectorAll("figure.chart")].map((f) => ({
			caption: f.querySelector("figcaption").textContent.trim(), rows: f.querySelectorAll("tbody tr").length,
			drawings: f.querySelectorAll("svg[role=img][aria-label]").length })));
		if (figures.length !== Number(memo.inserted)) return `${figures.length} of ${memo.inserted}`;
		for (const figure of figures) {
			if (figure.rows === 0 || figure.caption === "") return `${figure.caption} has no data`;
			if (figure.drawings !== (memo.charts === "svg" ? 2 : 0)) return `${figure.drawings} drawings`;
		}
		return null;
	},
	"fits a phone": async (page) => {
		await page.setViewportSize({ width: 375, height: 844 });
		const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
		await page.setViewportSize({ width: 1280, height: 900 });
		return width > 375 ? `it is ${width} wide` : null;
	},
	"writes its charts within their bounds, no text on another": async (page) => {
		const wrong = [];
		for (const width of [1280, 375]) {
			await page.setViewportSize({ width, height: 900 });
			wrong.push(...(await page.evaluate(() => {
				const found = [];
				for (const svg of document.querySelectorAll("svg[role=img]")) {
					const frame = svg.getBoundingClientRect();
					if (frame.width === 0) continue;
					const boxes = [...svg.querySelectorAll("text")].filter((t) => !t.hasAttribute("transform"))
						.map((t) => ({ text: t.textContent, box: t.getBoundingClientRect() }));
					for (const [i, a] of boxes.entries()) {
						if (a.box.left < frame.left - 1 || a.box.right > frame.right + 1) found.push(`${a.text} beyond the drawing`);
						for (const b of boxes.slice(i + 1)) {
							if (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 4 && b.box.top < a.box.bottom - 4) found.push(`${a.text} on ${b.text}`);
						}
					}
				}
				return found;
			})).map((problem) => `${problem} (${width})`));
		}
		await page.setViewportSize({ width: 1280, height: 900 });
		return shortened(wrong);
	},
	"is accessible in light": (page) => violations(page, "light"),
	"is accessible in dark": (page) => violations(page, "dark"),
};

async function open(browser, memo, options = {}) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
	const heard = [];
	page.on("console", (message) => heard.push(message.text()));
	page.on("pageerror", (error) => heard.push(error.message));
	page.on("dialog", (dialog) => { heard.push(dialog.message()); dialog.dismiss(); });
	await page.route("**/*", (route) => {
		if (route.request().url().split("#")[0] !== HOST) {
			heard.push(`asked for ${route.request().url()}`);
			return route.abort();
		}
		return route.fulfill({ body: memo.html, contentType: "text/html; charset=utf-8", headers: { "Content-Security-Policy": POLICY } });
	});
	await page.goto(HOST);
	return { page, heard };
}

// The note's text shows when the pointer is on a reference, without a script, and a real click follows it.
async function hover(browser, memo) {
	const { page } = await open(browser, memo);
	const reference = page.locator("a[role=doc-noteref]").nth(3);
	const shown = () => reference.evaluate((a) => getComputedStyle(a, "::after").content);
	const before = await shown();
	await reference.hover();
	const after = await shown();
	const note = await reference.getAttribute("data-note");
	const box = await reference.evaluate((a) => getComputedStyle(a, "::after").position);
	await page.screenshot({ path: path.join(directory, "hover.png") });
	await reference.click();
	const hash = new URL(page.url()).hash;
	await page.close();
	return before !== "none" ? "it shows before" : !after.includes(note.slice(0, 20)) || box !== "absolute" ? `it shows ${after}`
		: hash !== (await href(browser, memo, 3)) ? `a click leads to ${hash}` : null;
}

// The article's style is its own, and all of it arrives: the host's text stays as it was, the article's is the page's.
async function fragment(browser, memo) {
	const { page } = await open(browser, memo);
	const styles = (selector) => page.evaluate((s) => {
		const style = getComputedStyle(document.querySelector(s));
		return ["color", "font-size", "font-family", "margin-top", "border-top-width"].map((name) => style.getPropertyValue(name)).join();
	}, selector);
	const inPage = await styles(".part p");
	await page.setContent("<!doctype html><title>Host</title><h1>Host</h1><p id=host>Text <a href='#host'>link</a></p>");
	const [before, link] = [await styles("h1"), await styles("#host a")];
	await page.setContent(`<!doctype html><title>Host</title><h1>Host</h1><p id=host>Text <a href='#host'>link</a></p>${memo.fragment}`);
	const [after, linkAfter, inArticle] = [await styles("h1"), await styles("#host a"), await styles(".memocite .part p")];
	const hover = await page.locator(".memocite .chart-svg text").first().evaluate((t) => getComputedStyle(t).fontSize);
	await page.close();
	return before !== after || link !== linkAfter ? `the host's ${before} is ${after}` : inPage !== inArticle ? `${inPage} is ${inArticle}` : hover !== "11px" ? hover : null;
}

// examples/viewer.html: a click on a number draws its passage's box on the page beside the memo, and marks the quote.
async function viewer(browser) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
	const heard = [];
	page.on("console", (message) => heard.push(message.text()));
	page.on("pageerror", (error) => heard.push(error.message));
	await page.goto(`file://${path.join(directory, "viewer.html")}`);
	const evidence = await page.evaluate(() => JSON.parse(document.getElementById("evidence").textContent));
	for (const link of await page.locator("main a[role=doc-noteref]").all()) {
		await link.click();
		const number = Number(await link.textContent());
		const note = Object.values(evidence.notes).find((n) => n.number === number);
		const reference = note.references[Number((await link.getAttribute("id")).split("-").pop()) - 1];
		const shown = await page.evaluate(() => ({
			title: document.querySelector("aside h2").textContent, quote: document.querySelector("aside mark")?.textContent,
			number: document.querySelector(".page .number")?.textContent, box: (() => {
				const [box, sheet] = [".box", ".page"].map((s) => document.querySelector(s)?.getBoundingClientRect());
				return box && ["left", "top", "width", "height"].map((side) => Math.round(100 * (side === "left" ? (box.left - sheet.left) / sheet.width
					: side === "top" ? (box.top - sheet.top) / sheet.height : side === "width" ? box.width / sheet.width : box.height / sheet.height)));
			})() }));
		const wanted = reference.box ? ["left", "top", "width", "height"].map((side) => Math.round(100 * reference.box[side])) : undefined;
		if (!shown.title.startsWith(`${number}. `)) return `${shown.title} for note ${number}`;
		if (`${shown.box}` !== `${wanted}`) return `the box of note ${number} is ${shown.box}, not ${wanted}`;
		if (reference.page && shown.number !== `Page ${reference.page}`) return `${shown.number} for page ${reference.page}`;
		const quote = reference.quote_start === null ? undefined : reference.quote;
		if (shown.quote?.toLowerCase().replace(/\s+/g, " ") !== quote?.toLowerCase().replace(/\s+/g, " ")) return `"${shown.quote}" for "${quote}"`;
	}
	await page.screenshot({ path: path.join(directory, "viewer.png") });
	const boxes = Object.values(evidence.notes).flatMap((n) => n.references).filter((r) => r.box).length;
	await page.close();
	return boxes === 0 ? "no reference has a box" : shortened(heard);
}

async function href(browser, memo, nth) {
	const { page } = await open(browser, memo);
	const found = await page.locator("a[role=doc-noteref]").nth(nth).getAttribute("href");
	await page.close();
	return found;
}

async function pictures(browser, memo) {
	const sorts = { light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 375, height: 844 } }, wide: { viewport: { width: 1440, height: 900 } } };
	for (const [name, options] of Object.entries(sorts)) {
		const { page } = await open(browser, memo, { viewport: { width: 900, height: 1200 }, ...options });
		await page.screenshot({ path: path.join(directory, `${name}.png`), fullPage: true });
		await page.close();
	}
	const { page } = await open(browser, memo);
	await page.pdf({ path: path.join(directory, "print.pdf"), format: "A4" });
	await page.close();
}

const result = (name, problem) => {
	console.log(problem ? `not ok - ${name}: ${problem}` : `ok - ${name}`);
	if (problem) process.exitCode = 1;
};

const browser = await chromium.launch({ executablePath: process.env.MEMOCITE_CHROMIUM, args: ["--no-sandbox"] });
let first = null;
for await (const line of createInterface({ input: process.stdin })) {
	const memo = JSON.parse(line);
	const { page, heard } = await open(browser, memo);
	for (const [name, check] of Object.entries(checks)) {
		result(`${memo.name} ${name}`, await check(page, memo).catch((error) => error.message));
	}
	result(`${memo.name} is silent`, shortened(heard));
	await page.close();
	if (memo.fragment) first ??= memo;
}
if (first) {
	result("a note shows at its reference", await hover(browser, first));
	result("an article keeps its style to itself", await fragment(browser, first));
	result("the viewer shows the page behind each number", await viewer(browser));
	await pictures(browser, first);
}
await browser.close();
