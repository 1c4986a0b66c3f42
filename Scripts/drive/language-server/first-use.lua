-- A new user: an empty home with nothing but what the page on editors says for Neovim. The keys that it maps are pressed.
local function fail(message)
  io.stderr:write('first use: ' .. message .. '\n')
  vim.cmd('cquit 1')
end
local function expect(what, condition)
  if not condition then fail(what) end
end
local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false)
end

local ok, problem = pcall(function()
  local buffer = vim.api.nvim_get_current_buf()
  expect('the file is YAML to Neovim', vim.bo.filetype == 'yaml')
  expect('the server is initialized', vim.wait(20000, function()
    for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
      return client.server_capabilities and client.server_capabilities.hoverProvider and true
    end
  end, 20))
  local function go(pattern, offset)
    for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local column = text:find(pattern, 1, true)
      if column then
        vim.api.nvim_win_set_cursor(0, { number, column - 1 + offset })
        return number
      end
    end
    fail('no line has ' .. pattern)
  end

  -- A mistake is underlined, and gone once it is corrected.
  go('factory: httpAPI', 9)
  press('cwhttpApi<esc>')
  expect('a mistake is found', vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 1 end, 20))
  press('u')
  expect('its correction is seen', vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20))

  -- K explains: a window opens.
  go('factory: httpAPI', 10)
  press('K')
  expect('a window explains', vim.wait(20000, function() return #vim.api.nvim_list_wins() > 1 end, 20))

  -- Completion in insert mode.
  local number = go('CredentialsStore: memoryCredentials', 20)
  local found = vim.lsp.omnifunc(1, '')
  expect('completion is set up', vim.bo.omnifunc == 'v:lua.vim.lsp.omnifunc' and found ~= nil)

  -- gd goes to the Swift file.
  go('factory: httpAPI', 10)
  press('gd')
  expect('the definition opens', vim.wait(20000, function()
    return vim.api.nvim_buf_get_name(0):find('PartsAssembly.swift', 1, true) ~= nil
  end, 20))
end)
if not ok then fail(tostring(problem)) end
print('first use: the page alone sets Neovim up\n')
vim.cmd('qall!')
