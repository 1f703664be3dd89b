export function NoticeList() {
  return null;
}
