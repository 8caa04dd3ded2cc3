// window.eqnet: the page for tests and for a browser's console.
//
//   await eqnet.ready            points are on the screen; rejected when the page shows a failure
//   eqnet.header                 what the data says of itself
//   eqnet.select("a & b")        selects that expression; false when it is not in the dataset
//   eqnet.search("a&b")          searches; {hits, exact, milliseconds}, exact as text or undefined
//   eqnet.state()                {selected, colour, query, links, hits, lasso, camera}; expressions as texts
//   eqnet.positionOf("a & b")    [x, y] in pixels of the window
//   eqnet.neighbours("a & b")    [{expression, distance}, …]
//   eqnet.drawn()                pixels of the map that are not empty
//
// and where there is a server:
//
//   await eqnet.ask("a", "b")    asks, the second if given for a comparison; done when the answer is shown
//   eqnet.asked()                {text, position: [x, y] in pixels of the window or null, other: the same or null}, or null

export function hook({ dataset, state, plot, search, select, setQuery, live }) {
  const member = (text) => {
    const found = dataset.find(text);
    if (found === undefined) throw new Error(`${text} is not in the dataset`);
    return found;
  };
  const canvas = document.getElementById("map");
  const inWindow = ([x, y]) => {
    const box = canvas.getBoundingClientRect();
    return [box.left + x, box.top + y];
  };
  return {
    ...(live && askingHook(live, (place) => inWindow(plot.placeOnScreen(place)))),
    header: dataset.header,
    select(text) {
      const found = dataset.find(text);
      if (found !== undefined) select(found);
      return found !== undefined;
    },
    search(query) {
      const begin = performance.now();
      const { hits, exact } = search.find(query);
      setQuery(query);
      return {
        hits: hits.length,
        exact: exact === undefined ? undefined : dataset.text(exact),
        milliseconds: performance.now() - begin,
      };
    },
    state: () => ({
      selected: state.selected >= 0 ? dataset.text(state.selected) : null,
      colour: state.colour,
      query: state.query,
      links: state.links,
      hits: state.result.hits.length,
      lasso: state.lasso.length,
      camera: plot.camera,
    }),
    positionOf: (text) => inWindow(plot.screenPosition(member(text))),
    neighbours: (text) =>
      dataset.neighbours(member(text)).map(({ node, distance }) => ({ expression: dataset.text(node), distance })),
    drawn() {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
      plot.flush(); // the browser keeps a drawing only until it has shown it
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) ++count;
      return count;
    },
  };
}

// toWindow(position): from the data's units
function askingHook({ ask, asking }, toWindow) {
  const placed = (one) => one && { ...one, position: one.position && toWindow(one.position) };
  return {
    ask,
    asked: () => placed(asking.asked && { ...asking.asked, other: placed(asking.asked.other) }),
  };
}
